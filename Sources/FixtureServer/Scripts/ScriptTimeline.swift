internal import Scenarios

/// One answer's way over the wire as an ordered list: its script laid over the bytes of its plan.
///
/// Offsets count the representation whatever the range, and an answer that starts at N > 0 passes over offsets up to N.
/// Pure: what the entries take place on is the player's affair.
struct ScriptTimeline: Equatable {
    /// What happens next.
    enum Entry: Equatable {
        /// The request's content is read, up to so many bytes.
        case receive(upTo: Int64)
        /// Bytes of the head go out.
        case head(Range<Int>)
        /// A stretch of the content goes out, in as many pieces as the pace wants; no step lies inside.
        case content(AnswerPlan.Segment)
        /// Bytes of what follows the content go out: the last chunk and the trailers.
        case tail(Range<Int>)
        /// The end of the answer: where only the end of the connection marks it, the connection ends.
        case finish
        /// A step of the script is made.
        case step(Step.Action, Place)
    }

    /// Where a step is made.
    struct Place: Equatable {
        /// As the scenario says it.
        var position: Position
        /// The representation's offset of the next byte, or nil where there is none.
        var offset: Int64?
    }

    /// In order.
    private(set) var entries: [Entry] = []
    /// Steps that this answer does not come to, with the reason, as sentences for the journal.
    private(set) var unreachable: [String] = []

    /// Lays out an answer.
    ///
    /// - Parameters:
    ///   - script: The steps.
    ///   - plan: What is sent.
    ///   - headLength: The bytes of the encoded head.
    ///   - tailLength: The bytes behind the content.
    ///   - early: How much of the request's content is read before the answer; nil is all of it.
    ///   - resolve: Gives the byte of an offset, or nil when the representation has no such place.
    init(
        script: [Step], plan: AnswerPlan, headLength: Int, tailLength: Int, early: Int64? = nil,
        resolve: (Offset) -> Int64?
    ) {
        // Stable: steps at one position keep their order. Offsets are ordered once they are resolved.
        let steps = script.enumerated().sorted { one, other in
            let (first, second) = (one.element.position, other.element.position)
            return (first.rank, first.bytes, one.offset) < (second.rank, second.bytes, other.offset)
        }.map(\.element)
        layRequest(steps, early: early)
        laySections(steps, length: headLength, what: "head", entry: Entry.head) { position in
            if case .head(let bytes) = position { bytes } else { nil }
        }
        for case let step in steps where step.position == .body {
            entries.append(.step(step.action, Place(position: .body, offset: plan.served?.lowerBound)))
        }
        layContent(steps, plan: plan, resolve: resolve)
        laySections(steps, length: tailLength, what: "end", entry: Entry.tail) { position in
            if case .end(let bytes) = position { bytes } else { nil }
        }
        entries.append(.finish)
        for step in steps where step.position == .done {
            entries.append(.step(step.action, Place(position: .done, offset: nil)))
        }
    }

    private mutating func layRequest(_ steps: [Step], early: Int64?) {
        var received: Int64 = 0
        for step in steps {
            guard case .request(let bytes) = step.position else { continue }
            if bytes > received {
                entries.append(.receive(upTo: bytes))
                received = bytes
            }
            entries.append(.step(step.action, Place(position: step.position, offset: nil)))
        }
        let goal = early ?? .max
        if goal > received { entries.append(.receive(upTo: goal)) }
    }

    /// Lays bytes that are not content, with the steps inside them.
    private mutating func laySections(
        _ steps: [Step], length: Int, what: String, entry: (Range<Int>) -> Entry, place: (Position) -> Int64?
    ) {
        var sent = 0
        for step in steps {
            guard let bytes = place(step.position) else { continue }
            guard bytes <= Int64(length) else {
                unreachable.append("\(step.sentence) has no effect: the \(what) has \(length) bytes")
                continue
            }
            if bytes > Int64(sent) {
                entries.append(entry(sent..<Int(bytes)))
                sent = Int(bytes)
            }
            entries.append(.step(step.action, Place(position: step.position, offset: nil)))
        }
        if length > sent { entries.append(entry(sent..<length)) }
    }

    private mutating func layContent(_ steps: [Step], plan: AnswerPlan, resolve: (Offset) -> Int64?) {
        var offsets: [(offset: Int64, step: Step)] = []
        for step in steps {
            guard case .offset(let offset) = step.position else { continue }
            guard let served = plan.served else {
                unreachable.append("\(step.sentence) has no effect: the answer carries no single part of the body")
                continue
            }
            guard let byte = resolve(offset) else {
                unreachable.append("\(step.sentence) has no effect: the body has no such place")
                continue
            }
            if served.lowerBound > 0, byte <= served.lowerBound { continue }
            guard byte <= served.upperBound else {
                unreachable.append("\(step.sentence) has no effect: the answer ends at \(served.upperBound) B")
                continue
            }
            offsets.append((byte, step))
        }
        let ordered = offsets.enumerated().sorted { one, other in
            (one.element.offset, one.offset) < (other.element.offset, other.offset)
        }.map(\.element)
        for segment in plan.content {
            guard case .representation(let range) = segment, !ordered.isEmpty else {
                if segment.length != 0 { entries.append(.content(segment)) }
                continue
            }
            var sent = range.lowerBound
            for (offset, step) in ordered {
                if offset > sent { entries.append(.content(.representation(sent..<offset))) }
                sent = offset
                entries.append(.step(step.action, Place(position: step.position, offset: offset)))
            }
            if range.upperBound > sent { entries.append(.content(.representation(sent..<range.upperBound))) }
        }
    }
}
