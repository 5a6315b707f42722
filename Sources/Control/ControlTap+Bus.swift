package import Bus

/// A Tap as an entry of the property `Devices`.
extension ControlTap {
    /// The dictionary; what is not known is left out.
    package var properties: BusValue {
        var properties: [(String, BusValue)] = [
            ("Address", .string(address)), ("Name", .string(name)),
            ("Connection", .string(connection)), ("Profile", .string(profile)),
            ("Mode", .string(mode)), ("Held", .string(held ?? "")), ("Hidden", .bool(isHidden)),
            ("Paused", .bool(isPaused)), ("Tapping", .bool(isTapping)),
        ]
        if let protocolVersion { properties.append(("Protocol", .string(protocolVersion))) }
        if let battery { properties.append(("Battery", .byte(UInt8(clamping: battery)))) }
        return .properties(properties)
    }

    /// The Tap of a dictionary, without its counters; nil where something is missing or of another
    /// type.
    package init?(_ value: BusValue) {
        guard let properties = value.dictionary,
            let address = properties["Address"]?.text, let name = properties["Name"]?.text,
            let connection = properties["Connection"]?.text,
            let profile = properties["Profile"]?.text, let mode = properties["Mode"]?.text,
            let held = properties["Held"]?.text, let isHidden = properties["Hidden"]?.truth,
            let isPaused = properties["Paused"]?.truth,
            let isTapping = properties["Tapping"]?.truth
        else { return nil }
        self.init(address: address)
        self.name = name
        self.connection = connection
        self.profile = profile
        self.mode = mode
        self.held = held.isEmpty ? nil : held
        self.isHidden = isHidden
        self.isPaused = isPaused
        self.isTapping = isTapping
        protocolVersion = properties["Protocol"]?.text
        battery = properties["Battery"]?.number.map { min(max($0, 0), 100) }
    }
}

extension [ControlTap] {
    /// Numbers of each Tap, as a dictionary of dictionaries, `a{sa{st}}`, by address.
    func numbers(_ numbers: (ControlTap) -> [String: UInt64]) -> BusValue {
        .array(
            of: "{sa{st}}",
            map { tap in
                .entry(
                    key: .string(tap.address),
                    value: .array(
                        of: "{st}",
                        numbers(tap).sorted { $0.key < $1.key }.map {
                            .entry(key: .string($0.key), value: .uint64($0.value))
                        }))
            })
    }
}

extension BusValue {
    /// The numbers of a Tap in such a dictionary; none where there are none.
    func numbers(of address: String) -> [String: UInt64] {
        guard let numbers = dictionary?[address]?.dictionary else { return [:] }
        return numbers.compactMapValues {
            if case .uint64(let number) = $0 { number } else { nil }
        }
    }
}
