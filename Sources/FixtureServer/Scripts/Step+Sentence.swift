internal import Scenarios

extension Step {
    /// The step as journals name it, such as `cut rst at 60%`.
    var sentence: String { "\(action.phrase) at \(position.text)" }
}

extension Step.Action {
    /// The action in a few words.
    var phrase: String {
        switch self {
        case .hold(let gate): "hold \(gate)"
        case .pause(let duration): "pause \(duration)"
        case .pace: "pace"
        case .send: "send"
        case .inform(let status, _): "inform \(status)"
        case .cut(let kind): "cut \(kind.rawValue)"
        }
    }
}

extension Position {
    /// How far into its section a position lies; 0 for those without bytes and for offsets.
    var bytes: Int64 {
        switch self {
        case .request(let bytes), .head(let bytes), .end(let bytes): bytes
        case .body, .offset, .done: 0
        }
    }
}
