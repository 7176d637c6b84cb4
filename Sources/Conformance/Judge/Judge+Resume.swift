internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Whether there is resume material exactly where something can be resumed.
    func resumeData(of transfer: TransferCase) -> [Finding] {
        guard transfer.start.sink == .file, !transfer.isMisled, let end = transfer.end else { return [] }
        let asked: String
        switch (end.outcome, transfer.cancel) {
        case (.cancelled, .want) where caps.claims.contains(.cancelResume):
            asked = "A cancelled \(transfer.name) that can be continued gives resume material, and no other does."
        case (.failed, _) where caps.claims.contains(.resumeAfterFailure):
            asked = "A failed \(transfer.name) that can be continued gives resume material, and no other does."
        default: return []
        }
        return [
            implied("\(transfer.name).resume-data", asked: asked, refs: ["M01", "M03"], resumeDataProblem(transfer))
        ]
    }

    private func resumeDataProblem(_ transfer: TransferCase) -> Problem? {
        let has = transfer.resumeData.contains { $0.value != nil }
        switch (has, resumability(transfer)) {
        case (false, .possible):
            return Problem(
                .noResumeData, expected: "resume material for the \(transfer.total) bytes that are held", actual: "none"
            )
        case (true, .impossible(let obstacle)):
            return Problem(.resumeData, expected: "none, because \(obstacle.sentence)", actual: "resume material")
        default: return nil
        }
    }

    /// Whether a transfer can be continued (M01).
    ///
    /// One that failed before any answer, or refused it, still has what the one before it held.
    private func resumability(_ transfer: TransferCase) -> Resumability {
        let isUntouched = transfer.answer == nil || transfer.total == 0 && !transfer.refusals.isEmpty
        if isUntouched, let before = transfer.predecessor { return resumability(before) }
        return Resumability(
            method: HTTPMethod(rawValue: transfer.start.method), head: transfer.answer?.response?.head,
            total: transfer.answer?.completeLength, held: transfer.total)
    }

    /// Whether a resumed transfer asked for what was missing, and joined only what belongs together.
    func resumption(of transfer: TransferCase) -> [Finding] {
        guard transfer.predecessor != nil, let first = transfer.exchanges.first,
            !transfer.isMisled, transfer.held > 0
        else { return [] }
        let oracle = transfer.resumeOracle
        var findings = requestFindings(first, of: transfer, wanted: oracle.fields ?? [:])
        guard let head = transfer.head, transfer.end?.outcome == .complete else { return findings }
        let reactions = oracle.reactions(
            to: first.response?.head, contentLength: first.contentLength,
            sentIfRange: first.request.head?.fields.contains("If-Range") ?? false)
        findings.append(
            implied(
                "\(transfer.name).resumed-at", asked: "\(transfer.name) says where it went on.", refs: ["M06", "M08"],
                placeProblem(head, transfer, reactions)))
        if reactions.first.flatMap({ $0.place(held: transfer.held) }) == transfer.held {
            findings.append(
                implied(
                    "\(transfer.name).twice", asked: "\(transfer.name) fetches nothing twice.", level: .should,
                    refetched(transfer)))
        }
        return findings
    }

    /// Whether the request for the rest carries what the perfect client's would.
    private func requestFindings(
        _ first: ExchangeRecord, of transfer: TransferCase, wanted: HTTPFields
    ) -> [Finding] {
        let subject = "\(first.resource ?? transfer.start.resource.description)#\(first.occurrence ?? 1)"
        let given = first.request.head?.fields ?? [:]
        func problem(_ name: String, _ code: FailureCode, mayLack: Bool = false) -> Problem? {
            guard let wanted = wanted[name], given[name] != wanted else { return nil }
            if mayLack, given[name].map({ $0.lowercased() == wanted }) ?? true { return nil }
            return Problem(
                code, expected: "\(name): \(wanted)", actual: given[name].map { "\(name): \($0)" } ?? "no \(name)")
        }
        return [
            implied(
                "\(subject).range", asked: "The resumed \(transfer.name) asks for exactly what is missing.",
                refs: ["M05", "RFC 9110 §14.2"], problem("Range", .wrongRange)),
            implied(
                "\(subject).if-range", asked: "The resumed \(transfer.name) names the version that it continues.",
                refs: ["M05", "RFC 9110 §13.1.5"], problem("If-Range", .wrongValidator)),
            implied(
                "\(subject).coding", asked: "The resumed \(transfer.name) refuses content codings.", refs: ["M05"],
                problem("Accept-Encoding", .wrongCoding, mayLack: true)),
        ]
    }

    private func placeProblem(
        _ head: AdapterEvent.Head, _ transfer: TransferCase, _ reactions: [ResumeOracle.Reaction]
    ) -> Problem? {
        let said = Int64(head.resumedAt ?? 0)
        let right = reactions.compactMap { $0.place(held: transfer.held) }
        guard !right.isEmpty, !right.contains(said) else { return nil }
        let words = right.map { $0 == 0 ? "at 0, because the answer does not continue what is held" : "at \($0)" }
        return Problem(.wrongOffset, expected: words.joined(separator: ", or "), actual: "at \(said)")
    }

    private func refetched(_ transfer: TransferCase) -> Problem? {
        let again = transfer.exchanges.compactMap(\.served).map(\.lowerBound).min() ?? transfer.held
        guard again < transfer.held else { return nil }
        return Problem(
            .fetchedTwice, expected: "bytes from \(transfer.held) on, where what is held ends",
            actual: "bytes from \(again) on were sent again")
    }
}

extension ResumeOracle.Reaction {
    /// The offset at which the content goes on, for a client that reacts so and is complete in the end.
    fileprivate func place(held: Int64) -> Int64? {
        switch self {
        case .goOn(let place): place
        case .askForRest, .finish: held
        case .startOver, .askAgain: 0
        case .deliver, .follow, .fail: nil
        }
    }
}

extension TransferCase {
    /// What a resumed transfer goes on from, in the oracle's words.
    var resumeOracle: ResumeOracle {
        let before = predecessor.map { sequence(first: $0, next: \.predecessor) }?.lazy.compactMap(\.answer).first
        return ResumeOracle(
            held: held, total: before?.completeLength,
            validator: before?.response.flatMap { Validator(of: $0.head.fields) })
    }

    /// The right reactions to its last answer, when that answers a request for the rest.
    var reactions: [ResumeOracle.Reaction]? {
        guard predecessor != nil, !isMisled, let last, let offset = last.offsetAsked else { return nil }
        var oracle = resumeOracle
        // A rest that came in parts goes on behind the last of them.
        oracle.held = offset
        return oracle.reactions(
            to: last.response?.head, contentLength: last.contentLength,
            sentIfRange: last.request.head?.fields.contains("If-Range") ?? false)
    }

    /// What it may be called when the last answer is none that it can go on with; empty where it is none to refuse.
    var refusals: Set<ErrorKind> {
        let damaged: Set<ErrorKind> = last?.hasSentDamage == true ? [.decode] : []
        return (reactions ?? []).reduce(into: damaged) { kinds, reaction in
            if case .fail(let some) = reaction { kinds.formUnion(some) }
        }
    }

    /// The exchange that its bytes came with: the last one that sent content of a representation.
    fileprivate var answer: ExchangeRecord? {
        exchanges.last { [200, 206].contains($0.response?.head.status ?? 0) && $0.bodySent > 0 }
    }
}

extension ExchangeRecord {
    /// The complete length that its answer told.
    fileprivate var completeLength: Int64? {
        let range = response?.head.fields["Content-Range"].flatMap(ContentRange.init(parsing:))
        return range?.completeLength ?? (response?.head.status == 200 ? contentLength : nil)
    }

    /// The offset from which on the request asked for the representation; nil where it asked for anything else.
    fileprivate var offsetAsked: Int64? {
        guard let value = request.head?.fields["Range"], let range = RangeHeader(parsing: value),
            range.specs.count == 1,
            case .from(let first, through: nil) = range.specs[0]
        else { return nil }
        return first
    }

    /// How many bytes of content follow the head, as its framing says.
    var contentLength: Int64? {
        framing == .length ? response?.head.fields["Content-Length"].flatMap { Int64($0) } : nil
    }
}
