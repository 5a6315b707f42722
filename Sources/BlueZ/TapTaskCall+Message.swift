internal import Bus
internal import TapProtocol

extension TapTaskCall {
    /// The call as a message.
    var message: BusMessage? {
        switch self {
        case .setDiscoveryFilter(let adapter):
            let filter: BusValue = .properties([
                ("UUIDs", .array(of: "s", [.string(TapUUID.tapService)])),
                ("Transport", .string("le")),
            ])
            return .call(
                BlueZName.service, adapter, BlueZName.adapter, "SetDiscoveryFilter", [filter])
        case .startDiscovery(let adapter):
            return .call(BlueZName.service, adapter, BlueZName.adapter, "StartDiscovery")
        case .stopDiscovery(let adapter):
            return .call(BlueZName.service, adapter, BlueZName.adapter, "StopDiscovery")
        case .remove(let path, let adapter):
            return .call(
                BlueZName.service, adapter, BlueZName.adapter, "RemoveDevice", [.objectPath(path)])
        case .registerAgent:
            return manager(
                "RegisterAgent",
                [.objectPath(PairingAgent.path), .string(PairingAgent.capability)])
        case .unregisterAgent:
            return manager("UnregisterAgent", [.objectPath(PairingAgent.path)])
        case .pair(let path): return device(path, "Pair")
        case .cancelPairing(let path): return device(path, "CancelPairing")
        case .connect(let path): return device(path, "Connect")
        case .disconnect(let path): return device(path, "Disconnect")
        case .trust(let path):
            return .call(
                BlueZName.service, path, BlueZName.properties, "Set",
                [.string(BlueZName.device), .string("Trusted"), .variant(.bool(true))])
        case .read(let path): return characteristic(path, "ReadValue", [.properties([])])
        case .write(let path, let bytes, let withResponse):
            let options: BusValue = .properties([
                ("type", .string(withResponse ? "request" : "command"))
            ])
            return characteristic(path, "WriteValue", [.bytes(bytes), options])
        }
    }

    /// How long the answer may take, in milliseconds.
    var timeout: Int32 {
        switch self {
        case .pair: 60_000
        case .connect: 45_000
        case .remove: 15_000
        case .stopDiscovery, .unregisterAgent, .cancelPairing, .disconnect: 5_000
        case .setDiscoveryFilter, .startDiscovery, .registerAgent, .trust, .read, .write: 10_000
        }
    }

    private func device(_ path: String, _ member: String) -> BusMessage? {
        .call(BlueZName.service, path, BlueZName.device, member)
    }

    private func manager(_ member: String, _ arguments: [BusValue]) -> BusMessage? {
        .call(
            BlueZName.service, BlueZName.managerPath, BlueZName.agentManager, member, arguments)
    }

    private func characteristic(
        _ path: String, _ member: String, _ arguments: [BusValue]
    ) -> BusMessage? {
        .call(BlueZName.service, path, BlueZName.characteristic, member, arguments)
    }
}
