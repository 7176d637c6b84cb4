/// What a lane waits for.
enum Goal: Sendable, Hashable {
    /// So many exchanges hold at the gate, and their transfers reported every byte in front of it.
    case gate(String, count: Int)
    /// The client acknowledged the start.
    case started(String)
    /// The transfer's end was reported.
    case ended(String)
    /// The transfer asks something.
    case question(String)
    /// The server saw the transfer's connection go.
    case left(String)
    /// The server's sending blocks.
    case stalled(String)
    /// So many bytes were reported.
    case reported(String, Int64)
    /// The client acknowledged the pause.
    case suspended(String)
    /// The adapter answered the ping of this number.
    case pong(Int)
    /// Everything pooled was dropped so many times.
    case reset(Int)
    /// A session was made.
    case configured(String)

    /// The id of the check that the await is: what is awaited.
    var check: String {
        switch self {
        case .gate(let gate, _): gate
        case .started(let t): "\(t).started"
        case .ended(let t): "\(t).end"
        case .question(let t): "\(t).question"
        case .left(let t): "\(t).left"
        case .stalled(let t): "\(t).stalled"
        case .reported(let t, let bytes): "\(t).reported-\(bytes)"
        case .suspended(let t): "\(t).suspended"
        case .pong: "client.pong"
        case .reset: "client.reset"
        case .configured: "client.configured"
        }
    }

    /// What is awaited, as a sentence.
    var asked: String {
        switch self {
        case .gate(let gate, 1): "The application has every byte in front of gate \(gate) before the gate opens."
        case .gate(let gate, let count):
            "\(count) exchanges hold at gate \(gate), and the application has every byte in front of it."
        case .started(let t): "The client begins transfer \(t)."
        case .ended(let t) where Sentinels.isOne(t):
            "A small transfer of the runner's own (\(t)), which anything that downloads can do, ends."
        case .ended(let t): "Transfer \(t) ends exactly once."
        case .question(let t): "Transfer \(t) asks its application."
        case .left(let t): "The server sees transfer \(t) leave."
        case .stalled(let t): "The client stops reading \(t), so that the server's sending blocks."
        case .reported(let t, let bytes): "The application has \(bytes) bytes of \(t)."
        case .suspended(let t): "The client accepts the pause of \(t)."
        case .pong: "The adapter answers."
        case .reset: "The client drops what it has pooled."
        case .configured: "The client makes a session."
        }
    }
}
