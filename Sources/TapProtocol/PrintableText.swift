extension String {
    /// The text in one line that is as it looks, as a device's name may not be: with a "?" in the
    /// place of each character that breaks the line, moves a cursor, turns the direction or is not seen.
    ///
    /// Source: Unicode's general categories Cc, Zl, Zp and Cf.
    public var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "?" }))
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: false
        default: true
        }
    }
}
