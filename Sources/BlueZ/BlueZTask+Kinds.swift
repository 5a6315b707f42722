public import EventLoop

extension BlueZTask<PairingReport, PairingResult> {
    /// Looks for the Tap of a name or address, or for whichever there is, at most as many seconds;
    /// exchanges keys with it and connects it.
    public convenience init(
        pairing word: String?, seconds: Int, address: String, loop: EventLoop, handlers: Handlers
    ) {
        let machine = TapPairing(word, scanLimit: Int64(seconds) * 1_000_000_000)
        self.init(machine, address: address, loop: loop, handlers: handlers)
    }
}

extension BlueZTask<Never, [KnownTap]> {
    /// Lists the Taps that BlueZ knows, by name and address.
    public convenience init(listingAt address: String, loop: EventLoop, handlers: Handlers) {
        self.init(TapListing(), address: address, loop: loop, handlers: handlers)
    }
}
