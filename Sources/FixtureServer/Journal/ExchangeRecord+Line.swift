internal import HTTPMessages

extension ExchangeRecord {
    /// The exchange as one line for people.
    ///
    /// `GET /photo.jpg 206 100000-180234/180235 chunked 80234 B in 12 writes, 1.204 s, complete`.
    public var line: String {
        var words: [String] = []
        if let head = request.head {
            words += [head.method.rawValue, head.target]
        } else {
            words.append("(no request: \(request.problem ?? "unreadable"))")
        }
        if let transfer { words.append("[\(transfer)]") }
        words.append(response.map { String($0.head.status) } ?? "(no answer)")
        if let served, let representation, served.lowerBound > 0 || served.upperBound < representation.length ?? .max {
            let total = representation.length.map(String.init) ?? "*"
            words.append("\(served.lowerBound)-\(served.upperBound - 1)/\(total)")
        }
        if let coding { words.append(coding.form.map { "\(coding.name) (\($0))" } ?? coding.name) }
        if framing != .none { words.append(framing.rawValue) }
        if let attempt { words.append("attempt \(attempt + 1)") }
        let count = writes.count + writesDropped
        let time = (ended ?? lastWrite ?? started) - started
        words.append("\(bodySent) B in \(count) \(count == 1 ? "write" : "writes"), \(time.inMilliseconds) ms,")
        words.append(ending)
        return words.joined(separator: " ")
    }

    private var ending: String {
        let what =
            switch reason {
            case nil: "running"
            case .complete: "complete"
            case .cut: cut.map { "cut by \($0.kind) at \($0.position)" } ?? "cut"
            case .left: departure.map { "the client left (\($0.kind)) at \($0.bodySent) B" } ?? "the client left"
            case .refused: "refused"
            case .timeout: "timed out"
            case .stopped: "stopped"
            case .failed: "failed"
            }
        return ([what] + withoutEffect).joined(separator: "; ")
    }
}

extension Duration {
    /// Whole and thousandths of milliseconds, such as `12.345`.
    var inMilliseconds: String {
        let (seconds, attoseconds) = components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let (whole, part) = microseconds.quotientAndRemainder(dividingBy: 1000)
        return "\(whole).\(String(1000 + part).dropFirst())"
    }
}
