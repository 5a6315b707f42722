public import Gestures
public import TapProtocol

/// What a Tap sent, as a `.tapcap` file has it.
public struct Capture: Equatable, Sendable {
    /// What a line says.
    public enum Content: Equatable, Sendable {
        /// `n`: a notification of the characteristic whose UUID begins with these hex digits.
        case notification(characteristic: UInt32, bytes: [UInt8])
        /// `g`: a processed gesture by the vendor's number.
        case gesture(UInt8)
        /// `m`: a decoded motion sample that is real movement.
        case motion(dx: Int, dy: Int, roll: Double)
        /// `c`: time passes.
        case clock
        /// `x`: the connection was lost.
        case connectionLost
    }

    /// One line and its time.
    public struct Line: Equatable, Sendable {
        /// Since the capture's start.
        public var time: Timestamp
        /// What happened.
        public var content: Content
    }

    /// The protocol that the device speaks; v2 where the capture does not say.
    public var protocolVersion = ProtocolVersion.v2
    /// The device's name; empty where the capture does not say.
    public var deviceName = ""
    /// The lines in the order of time.
    public var lines: [Line] = []
}

/// A malformed line of a capture.
public struct CaptureError: Error, Equatable, CustomStringConvertible {
    /// The file.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// What is wrong.
    public var problem: String

    /// The error in one line: `FILE:LINE: what is wrong`.
    public var description: String { "\(file):\(line): \(problem)" }
}
