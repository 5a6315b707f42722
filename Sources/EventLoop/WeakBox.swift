/// A reference that a handler can hold before its object exists, and that does not keep it alive.
public final class WeakBox<Object: AnyObject> {
    /// The object, once it is there and for as long as it is.
    public weak var object: Object?

    /// A box of an object, or without one yet.
    public init(_ object: Object? = nil) {
        self.object = object
    }
}
