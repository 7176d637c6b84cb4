internal import Scenarios

extension Step {
    /// The step as journals name it, such as `cut rst at 60%`.
    var sentence: String { "\(action.phrase) at \(position.spelling)" }
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

    /// The position as scenario files write it.
    var spelling: String {
        switch self {
        case .request(let bytes): bytes == 0 ? "request" : "request+\(bytes)B"
        case .head(let bytes): bytes == 0 ? "head" : "head+\(bytes)B"
        case .body: "body"
        case .offset(let offset): offset.spelling
        case .end(let bytes): bytes == 0 ? "end" : "end+\(bytes)B"
        case .done: "done"
        }
    }
}

extension Offset {
    /// The offset as scenario files write it.
    var spelling: String {
        switch self {
        case .bytes(let count): "\(count)B"
        case .fromEnd(let count): "-\(count)B"
        case .percent(let millionths): Offset.spelling(millionths: millionths)
        case .marker(let name, 0): "marker:\(name)"
        case .marker(let name, let delta): "marker:\(name)\(delta < 0 ? "-" : "+")\(delta.magnitude)B"
        }
    }

    /// Millionths of a percent without zeros at the end: `60%`, `33.3%`.
    private static func spelling(millionths: Int64) -> String {
        let (whole, part) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
        guard part > 0 else { return "\(whole)%" }
        let digits = String(String(1_000_000 + part).dropFirst())
        let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
        return "\(whole).\(digits[...end])%"
    }
}
