extension Position {
    /// The position as a file spells it.
    public var text: String {
        switch self {
        case .request(let bytes): bytes == 0 ? "request" : "request+\(bytes)B"
        case .head(let bytes): bytes == 0 ? "head" : "head+\(bytes)B"
        case .body: "body"
        case .offset(let offset): offset.text
        case .end(let bytes): bytes == 0 ? "end" : "end+\(bytes)B"
        case .done: "done"
        }
    }
}

extension Offset {
    /// The offset as a file spells it.
    public var text: String {
        switch self {
        case .bytes(let count): return "\(count)B"
        case .fromEnd(let count): return "-\(count)B"
        case .percent(let millionths):
            let (whole, part) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
            guard part > 0 else { return "\(whole)%" }
            var decimals = String(part)
            decimals = String(repeating: "0", count: 6 - decimals.count) + decimals
            while decimals.hasSuffix("0") { decimals.removeLast() }
            return "\(whole).\(decimals)%"
        case .marker(let name, let delta):
            return "marker:\(name)" + (delta == 0 ? "" : delta > 0 ? "+\(delta)B" : "\(delta)B")
        }
    }
}
