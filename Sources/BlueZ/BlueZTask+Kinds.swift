public import EventLoop
public import TapProtocol

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

extension BlueZTask<Never, TapIdentity> {
    /// Makes every adapter forget the Tap of a name or address.
    public convenience init(
        forgetting word: String, address: String, loop: EventLoop, handlers: Handlers
    ) {
        self.init(TapForgetting(word), address: address, loop: loop, handlers: handlers)
    }
}

extension BlueZTask<VisitReport, TapFacts> {
    /// Reads what a bonded Tap says of itself: that of a name or address, or else the one that is
    /// connected, or else the only one.
    public convenience init(
        reading word: String?, address: String, loop: EventLoop, handlers: Handlers
    ) {
        let machine = TapVisit(word, for: .facts)
        self.init(machine, address: address, loop: loop, handlers: handlers)
    }

    /// Lets a bonded Tap vibrate, which is chosen as for `reading`.
    public convenience init(
        vibrating pattern: HapticPattern, _ word: String?, address: String, loop: EventLoop,
        handlers: Handlers
    ) {
        let machine = TapVisit(word, for: .vibration(pattern))
        self.init(machine, address: address, loop: loop, handlers: handlers)
    }
}
