import Doctor

/// Words about BlueZ that the commands that go on and those that end tell alike.
enum SharedWords {
    /// `bluetoothd` is not there, and what to do about it.
    static let noService = "bluetoothd is not running (`\(BluetoothFacts.start)`)"
    /// D-Bus policy is against this user, and what to do about it.
    static let refused =
        "BlueZ refuses this user: D-Bus policy allows the group \"bluetooth\" or the user at "
        + "the seat (`sudo usermod -aG bluetooth $USER`, then log in again)"
}
