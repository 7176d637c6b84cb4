public import YAML

/// One thing that happens at one position of an answer.
public struct Step: Hashable, Sendable {
    /// When, on the answer's way.
    public var position: Position
    /// What.
    public var action: Action
    /// The file says that no client can notice this fault.
    public var isUndetectable: Bool
    /// Where the step is written.
    public var location: FileLocation

    /// Makes a step.
    public init(at position: Position, _ action: Action, isUndetectable: Bool = false, location: FileLocation) {
        self.position = position
        self.action = action
        self.isUndetectable = isUndetectable
        self.location = location
    }

    /// What a step does.
    public enum Action: Hashable, Sendable {
        /// Waits until the gate is open.
        case hold(gate: String)
        /// Waits so long.
        case pause(Duration)
        /// Spreads the rest of the body so.
        case pace(Pace)
        /// Sends these bytes as they are, outside every framing.
        case send(BodySource)
        /// Sends an interim response.
        case inform(status: Int, fields: [FieldLine])
        /// Ends the connection.
        case cut(Cut)
    }

    /// How a connection is ended before its time.
    public enum Cut: String, Hashable, Sendable, CaseIterable {
        /// In order: everything sent arrives, then the end of the stream.
        case fin
        /// By reset: it may destroy what it overtakes.
        case rst
    }

    /// The gate that nobody can open.
    public static let forever = "forever"
}
