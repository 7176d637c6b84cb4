/// What is said of one check.
///
/// Only ``fail(_:)`` and ``crash`` speak against the client. "Could not be judged" has words of its own, so that it is
/// never mistaken for either.
public enum Verdict: Sendable, Hashable {
    /// It is true.
    case pass
    /// A *should* that is not met.
    case nonStrict(FailureCode)
    /// A *must* that is not met.
    case fail(FailureCode)
    /// Nobody fails here; the value is what was measured.
    case info
    /// The client does not claim what the check needs.
    case unsupported
    /// The client's process died.
    case crash
    /// The adapter, not the client, did wrong.
    case adapterError
    /// The machine was not fit to judge.
    case inconclusive
    /// A prerequisite failed, so that nothing can be said.
    case blocked
    /// Our own fault.
    case harnessError
    /// Not run.
    case skipped

    /// The word for files and reports.
    public var word: String {
        switch self {
        case .pass: "pass"
        case .nonStrict: "non-strict"
        case .fail: "fail"
        case .info: "info"
        case .unsupported: "unsupported"
        case .crash: "crash"
        case .adapterError: "adapter-error"
        case .inconclusive: "inconclusive"
        case .blocked: "blocked"
        case .harnessError: "harness-error"
        case .skipped: "skipped"
        }
    }

    /// How it failed, if it did.
    public var code: FailureCode? {
        switch self {
        case .nonStrict(let code), .fail(let code): code
        default: nil
        }
    }

    /// Whether it speaks against the client.
    public var isFailure: Bool {
        switch self {
        case .fail, .crash: true
        default: false
        }
    }

    /// Which of several verdicts stands for all of them: the greater one wins.
    ///
    /// A fault of our own hides everything, then what the client did wrong, then what kept us from judging.
    public var weight: Int {
        switch self {
        case .skipped: 0
        case .info: 1
        case .pass: 2
        case .nonStrict: 3
        case .unsupported: 4
        case .blocked: 5
        case .inconclusive: 6
        case .adapterError: 7
        case .fail: 8
        case .crash: 9
        case .harnessError: 10
        }
    }

    /// The verdict that stands for all of these; `skipped` when there are none.
    public static func rollUp(_ verdicts: some Sequence<Verdict>) -> Verdict {
        verdicts.max { $0.weight < $1.weight } ?? .skipped
    }
}

extension Verdict: CustomStringConvertible {
    /// The word and, if it has one, the code.
    public var description: String { code.map { "\(word) (\($0))" } ?? word }
}

extension Verdict {
    /// Reads a word and, where the verdict has one, a code.
    public init?(word: String, code: FailureCode?) {
        switch (word, code) {
        case ("non-strict", let code?): self = .nonStrict(code)
        case ("fail", let code?): self = .fail(code)
        case ("pass", nil): self = .pass
        case ("info", nil): self = .info
        case ("unsupported", nil): self = .unsupported
        case ("crash", nil): self = .crash
        case ("adapter-error", nil): self = .adapterError
        case ("inconclusive", nil): self = .inconclusive
        case ("blocked", nil): self = .blocked
        case ("harness-error", nil): self = .harnessError
        case ("skipped", nil): self = .skipped
        default: return nil
        }
    }
}

extension Verdict: Codable {
    private enum Key: String, CodingKey {
        case verdict, code
    }

    /// Reads `{verdict, code?}`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let word = try fields.decode(String.self, forKey: .verdict)
        let code = try fields.decodeIfPresent(FailureCode.self, forKey: .code)
        guard let verdict = Verdict(word: word, code: code) else {
            throw DecodingError.dataCorruptedError(
                forKey: .verdict, in: fields, debugDescription: "no verdict \(word) with code \(code?.rawValue ?? "-")")
        }
        self = verdict
    }

    /// Writes `{verdict, code?}`.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(word, forKey: .verdict)
        try fields.encodeIfPresent(code, forKey: .code)
    }
}
