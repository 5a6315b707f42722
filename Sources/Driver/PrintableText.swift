extension String {
    /// The text with a "?" in the place of each control character, as a device's name may have them.
    public var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}
