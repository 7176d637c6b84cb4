internal import HTTPMessages
internal import Scenarios

/// What comes of asking curl for an answer.
///
/// curl's exit codes: 18 less than was announced, 28 its own patience is over, 52 nothing at all, 56 a reset.
struct CurlForecast {
    /// curl's exit code, or nil where it is curl's to decide.
    private(set) var exit: Int?
    /// Whether the answer does not end by itself, or not soon.
    private(set) var isEndless = false
    /// Whether it is more than anybody wants to have on disk.
    private(set) var isLarge = false
    /// Whether the connection is cut within the body.
    private(set) var breaksOff = false
    /// What happens, in words.
    private(set) var note = ""

    /// Larger bodies are not kept.
    private static let large: Int64 = 64 << 20

    /// Forecasts; the length is the whole body's where it is known, `isPlain` says that the request asks for just that.
    init(_ answer: Answer, method: String, length: Int64?, isPlain: Bool) {
        exit = answer.isWrittenByHand ? nil : 0
        let hasContent = method != "HEAD" && HTTPStatus.allowsBody(answer.status)
        if hasContent, answer.body.isEndless {
            isEndless = true
            exit = 28
        }
        isLarge = answer.body.isEndless || length ?? 0 > Self.large
        if isLarge, hasContent, exit == 0 {
            isEndless = true
            exit = nil
        }
        var isByHand = answer.isWrittenByHand
        for step in answer.script where hasContent || !step.position.isInContent {
            switch step.action {
            case .hold(Step.forever):
                isEndless = true
                exit = isByHand ? nil : 28
            case .cut(let cut):
                isEndless = false
                breaksOff = step.position.isInContent
                exit =
                    step.isUndetectable || isByHand
                    ? nil : Self.exit(of: cut, at: step.position, framing: answer.framing)
            case .send:
                isByHand = true
                exit = nil
                continue
            default: continue
            }
            break
        }
        let isWhole = exit == 0 && !breaksOff && hasContent && isPlain && !isLarge && !answer.encoding.isForced
        var words: [String] = []
        if answer.status != 200 { words.append("status \(answer.status)") }
        if isWhole, let length { words.append("whole, \(length) bytes") }
        words += answer.words(hasContent: hasContent)
        switch exit {
        case nil: words.append(isLarge ? "more than curl can have in that time" : "curl makes of it what it can")
        case 0?: break
        case let code?: words.append("curl exits with \(code)")
        }
        note = words.joined(separator: "; ")
    }

    private static func exit(of cut: Step.Cut, at position: Position, framing: Answer.Framing) -> Int? {
        switch (position, cut) {
        case (.done, _): 0
        case (_, .rst): 56
        case (.request, .fin), (.head(0), .fin): 52
        case (.head, .fin): nil
        case (.body, .fin), (.offset, .fin), (.end, .fin): framing == .untilClose ? 0 : 18
        }
    }
}

extension EncodingRule {
    /// Whether every request gets the code.
    fileprivate var isForced: Bool { if case .always = self { true } else { false } }
}

extension Answer {
    /// Whether the scenario writes what frames the body, so that nothing can be told beforehand.
    fileprivate var isWrittenByHand: Bool {
        let names = ["content-length", "transfer-encoding", "connection"]
        return raw != nil || (fields.map(\.name) + drop).contains { names.contains($0.lowercased()) }
    }

    /// What is not plain about the answer.
    fileprivate func words(hasContent: Bool) -> [String] {
        var words: [String] = []
        if raw != nil { words.append("raw bytes") }
        if hasContent, framing != .length {
            words.append(framing == .chunked ? "chunked" : "no length, ends by closing")
        }
        if hasContent, let pace { words.append(pace.spelling) }
        if encoding.isForced { words.append("coded, whatever is asked for; curl keeps the code") }
        if encoding.isNegotiated { words.append("coded where Accept-Encoding asks for it") }
        if ranges != .rfc9110 { words.append("Range is answered in a way of its own") }
        return words + script.filter { hasContent || !$0.position.isInContent }.map(\.sentence)
    }
}

extension Position {
    /// Whether it lies where content is sent, if there is any.
    fileprivate var isInContent: Bool {
        switch self {
        case .offset, .body, .end: true
        case .request, .head, .done: false
        }
    }
}
