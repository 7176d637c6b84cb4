import YAML

/// How an answer behaves, as it is said outside files: in options and in the query of a URL.
///
/// Words are `key=value`, with the keys of an answer (`framing=chunked`, `pace=1386B@50ms`) and steps as
/// `ACTION=POSITION:ARGUMENT` (`cut=60%:rst`). They are read by the readers of files, and the same lint looks at them.
public struct Behaviour: Hashable, Sendable {
    /// A key and its value.
    public struct Word: Hashable, Sendable, CustomStringConvertible {
        /// The key, `framing`.
        public var key: String
        /// The value, `chunked`.
        public var value: String

        /// Makes a word.
        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }

        /// The word as a URL has it, but decoded, and made fit to be shown.
        public var description: String { Complaint.shown(key) + "=" + Complaint.shown(value) }
        /// The word as a command line has it, made fit to be shown.
        public var option: String { "--\(Complaint.shown(key)) \(Complaint.quoted(value))" }
    }

    /// The words in the order in which they were said, which is the wire's order for steps.
    public var words: [Word]

    /// Takes words.
    public init(_ words: [Word] = []) {
        self.words = words
    }

    /// Every key that is known.
    public static let keys = AnswerWords.keys

    /// An answer that behaves so.
    ///
    /// - Parameters:
    ///   - base: the answer that the words are exceptions to; its body is the body.
    ///   - facts: what is known of the body; without the fixtures, offsets into it are not judged.
    /// - Returns: the answer.
    /// - Throws: everything that is wrong with the words.
    public func answer(over base: Answer, facts: BodyFacts = BodyFacts()) throws(BehaviourError) -> Answer {
        let log = Complaints()
        let map = AnswerWords(log: log).map(words)
        let answer = AnswerReader(nodes: NodeReader(log: log)).read(map, over: base)
        // What was misread would only be complained about again.
        if log.isEmpty { ScriptLint(facts: facts, log: log).check(answer, at: map.location, SessionOptions()) }
        guard log.isEmpty else { throw BehaviourError(log.sorted, about: words) }
        return answer
    }
}

/// What is wrong with the words of a behaviour.
public struct BehaviourError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Complaint: Hashable, Sendable {
        /// The word it is about; nil when it is about all of them together.
        public var word: Behaviour.Word?
        /// What is wrong, and what was expected or meant.
        public var sentence: String
    }

    /// Everything that is wrong, by word.
    public var complaints: [Complaint]

    init(_ complaints: [YAML.Complaint], about words: [Behaviour.Word]) {
        self.complaints = complaints.map { complaint in
            let index = complaint.location.line - 1
            return Complaint(
                word: words.indices.contains(index) ? words[index] : nil, sentence: complaint.sentence)
        }
    }

    /// One line for each thing that is wrong, `cut=60%: …`.
    public var description: String { lines { "\($0): " } }

    /// One line for each thing that is wrong.
    ///
    /// - Parameter prefix: what a line about a word begins with.
    /// - Returns: the lines, without a line feed at the end.
    public func lines(prefix: (Behaviour.Word) -> String) -> String {
        complaints.map { ($0.word.map(prefix) ?? "") + $0.sentence }.joined(separator: "\n")
    }
}
