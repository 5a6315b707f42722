package import Bus

extension BlueZObjects {
    /// The objects of what `GetManagedObjects` answers; nil where it is not what the interface
    /// promises.
    package init?(answer arguments: [BusValue]) {
        guard let all = arguments.first?.dictionary else { return nil }
        self.init()
        for (path, interfaces) in all { add(path, interfaces: interfaces.dictionary ?? [:]) }
    }

    /// Takes a signal of changed, new or gone objects; false where it is none, or is not what its
    /// interface promises and so changes nothing.
    package mutating func take(_ signal: BusMessage) -> Bool {
        guard let path = signal.path, let arguments = try? signal.arguments(), arguments.count >= 2
        else { return false }
        switch (signal.interface, signal.member) {
        case (BlueZName.properties, "PropertiesChanged"):
            guard let interface = arguments[0].text, let properties = arguments[1].dictionary
            else { return false }
            change(path, interface: interface, properties: properties)
            let gone = arguments.count > 2 ? arguments[2].elements ?? [] : []
            invalidate(path, interface: interface, properties: gone.compactMap(\.text))
        case (BlueZName.objectManager, "InterfacesAdded"):
            guard let object = arguments[0].text, let interfaces = arguments[1].dictionary
            else { return false }
            add(object, interfaces: interfaces)
        case (BlueZName.objectManager, "InterfacesRemoved"):
            guard let object = arguments[0].text, let interfaces = arguments[1].elements
            else { return false }
            remove(object, interfaces: interfaces.compactMap(\.text))
        default: return false
        }
        return true
    }
}
