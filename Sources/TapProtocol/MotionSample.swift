/// One sample of the hand's motion.
///
/// Source: v1 mouse data (`c3ff0006`) and the payload of the v2 IMU motion frame, which is laid
/// out alike.
public struct MotionSample: Equatable, Sendable {
    /// The angles of the hand, in whole degrees, -180 to 180 from a well-behaved device.
    public struct Orientation: Equatable, Sendable {
        /// Turn about the forearm.
        public var roll: Int16
        /// Up and down.
        public var pitch: Int16
        /// Left and right.
        public var yaw: Int16

        /// An orientation of three angles in degrees.
        public init(roll: Int16, pitch: Int16, yaw: Int16) {
            self.roll = roll
            self.pitch = pitch
            self.yaw = yaw
        }
    }

    /// Motion to the right, in device units.
    public var velocityX: Int16
    /// Motion downwards, in device units.
    public var velocityY: Int16
    /// Whether this is real movement, meant for a pointer.
    public var isMouse: Bool
    /// The angles, or nil from a device that sends the short form without them.
    public var orientation: Orientation?

    /// The bytes of a sample without orientation.
    static let shortLength = 10
    /// The bytes of a sample with orientation.
    static let fullLength = 16

    /// A sample of known values.
    public init(velocityX: Int16, velocityY: Int16, isMouse: Bool, orientation: Orientation?) {
        self.velocityX = velocityX
        self.velocityY = velocityY
        self.isMouse = isMouse
        self.orientation = orientation
    }

    /// Decodes the payload that begins at `start`, or nil where it is cut short or of another kind.
    init?(decoding bytes: Span<UInt8>, from start: Int) {
        guard bytes.byte(at: start) == 0,
            let velocityX = bytes.int16(at: start &+ 1),
            let velocityY = bytes.int16(at: start &+ 3),
            let movement = bytes.byte(at: start &+ 9)
        else { return nil }
        var orientation: Orientation?
        if let roll = bytes.int16(at: start &+ 10),
            let pitch = bytes.int16(at: start &+ 12),
            let yaw = bytes.int16(at: start &+ 14)
        {
            orientation = Orientation(roll: roll, pitch: pitch, yaw: yaw)
        }
        self.init(
            velocityX: velocityX,
            velocityY: velocityY,
            isMouse: movement == 1,
            orientation: orientation
        )
    }
}
