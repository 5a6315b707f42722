internal import CLibconfig

/// A text that libconfig has read, with one owner.
struct LibconfigDocument: ~Copyable {
    /// A setting or value, without what it holds.
    struct Item {
        enum Kind {
            case group
            case list
            case array
            case bool
            case integer
            case float
            /// A string, or nil where its bytes are not UTF-8.
            case string(String?)
            case other
        }

        var kind: Kind
        /// How many settings or values it holds.
        var count: Int
    }

    private let config: UnsafeMutablePointer<config_t>
    /// The line and the words of what libconfig refuses, or nil.
    let refusal: (line: Int, message: String)?

    /// Reads a text.
    ///
    /// Wraps `config_read_string(3)`.
    init(_ text: String) {
        config = .allocate(capacity: 1)
        config_init(config)
        if config_read_string(config, text) == CONFIG_TRUE {
            refusal = nil
        } else {
            let message = config.pointee.error_text.map { String(cString: $0) }
            refusal = (Int(config.pointee.error_line), message ?? "it cannot be read")
        }
    }

    deinit {
        config_destroy(config)
        config.deallocate()
    }

    /// All that was read in the order of the text: each setting before what it holds, and the root
    /// before all.
    var items: [Item] {
        var items: [Item] = []
        if let root = config.pointee.root { Self.append(root, to: &items) }
        return items
    }

    private static func append(
        _ setting: UnsafeMutablePointer<config_setting_t>, to items: inout [Item]
    ) {
        let value = setting.pointee
        let kind = kind(of: value)
        var count = 0
        switch kind {
        case .group, .list, .array: count = Int(config_setting_length(setting))
        case .bool, .integer, .float, .string, .other: break
        }
        items.append(Item(kind: kind, count: count))
        for index in 0..<UInt32(clamping: count) {
            guard let element = config_setting_get_elem(setting, index) else { continue }
            append(element, to: &items)
        }
    }

    private static func kind(of setting: config_setting_t) -> Item.Kind {
        switch Int32(setting.type) {
        case CONFIG_TYPE_GROUP: .group
        case CONFIG_TYPE_LIST: .list
        case CONFIG_TYPE_ARRAY: .array
        case CONFIG_TYPE_BOOL: .bool
        case CONFIG_TYPE_INT, CONFIG_TYPE_INT64: .integer
        case CONFIG_TYPE_FLOAT: .float
        case CONFIG_TYPE_STRING:
            .string(setting.value.sval.flatMap { String(validatingCString: $0) })
        default: .other
        }
    }
}
