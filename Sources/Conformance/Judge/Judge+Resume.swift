internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Whether there is resume material exactly where something can be resumed.
    func resumeData(of transfer: TransferCase) -> [Finding] {
        guard transfer.start.sink == .file, let end = transfer.end else { return [] }
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
        let obstacle = obstacle(transfer)
        switch (has, obstacle) {
        case (false, nil):
            return Problem(.noResumeData, expected: "resume material for \(transfer.total) bytes", actual: "none")
        case (true, let obstacle?):
            return Problem(.resumeData, expected: "none, because \(obstacle)", actual: "resume material")
        default: return nil
        }
    }

    /// Why a transfer cannot be continued (M01), if it cannot.
    private func obstacle(_ transfer: TransferCase) -> String? {
        guard transfer.start.method == "GET" else { return "it was a \(transfer.start.method)" }
        guard transfer.total > 0 else { return "nothing had arrived" }
        // A transfer that failed before any answer still has what the one before it held.
        let chain = [transfer] + sequence(first: transfer.predecessor, next: { $0?.predecessor }).compactMap { $0 }
        let answered = chain.lazy.flatMap(\.exchanges).first { exchange in
            [200, 206].contains(exchange.response?.head.status ?? 0) && exchange.bodySent > 0
        }
        guard let exchange = answered, let response = exchange.response?.head else { return "nothing had arrived" }
        let fields = response.fields
        if let coding = fields["Content-Encoding"], coding.lowercased() != "identity" {
            return "it was coded in \(coding)"
        }
        if fields.lists("none", under: "Accept-Ranges") { return "the server offers no ranges" }
        if let tag = fields["ETag"].flatMap({ EntityTag(parsing: $0) }), !tag.isWeak { return nil }
        guard let modified = fields["Last-Modified"].flatMap({ HTTPDate(parsing: $0) }),
            let date = fields["Date"].flatMap({ HTTPDate(parsing: $0) })
        else { return "it had no strong validator" }
        return modified.isStrongValidator(inAnswerOf: date, margin: .seconds(60)) ? nil : "it was modified too recently"
    }

    /// Whether a resumed transfer asked for what was missing, and joined only what belongs together.
    func resumption(of transfer: TransferCase) -> [Finding] {
        guard let before = transfer.predecessor, let first = transfer.exchanges.first,
            !transfer.isMisled, transfer.held > 0
        else { return [] }
        let subject = "\(first.resource ?? transfer.start.resource.description)#\(first.occurrence ?? 1)"
        var findings = [
            implied(
                "\(subject).range", asked: "The resumed \(transfer.name) asks for exactly what is missing.",
                refs: ["M05", "RFC 9110 §14.2"], rangeProblem(first, held: transfer.held)),
            implied(
                "\(subject).if-range", asked: "The resumed \(transfer.name) names the version that it continues.",
                refs: ["M05", "RFC 9110 §13.1.5"], validatorProblem(first, before)),
            implied(
                "\(subject).coding", asked: "The resumed \(transfer.name) refuses content codings.", refs: ["M05"],
                codingProblem(first)),
        ]
        guard let head = transfer.head, transfer.end?.outcome == .complete else { return findings }
        let isUsed = isUsable(transfer, first)
        findings.append(
            implied(
                "\(transfer.name).resumed-at", asked: "\(transfer.name) says where it went on.", refs: ["M06", "M08"],
                placeProblem(head, transfer, isUsed)))
        if isUsed {
            findings.append(
                implied(
                    "\(transfer.name).twice", asked: "\(transfer.name) fetches nothing twice.", level: .should,
                    refetched(transfer)))
        }
        return findings
    }

    private func rangeProblem(_ exchange: ExchangeRecord, held: Int64) -> Problem? {
        let range = exchange.request.head?.fields["Range"]
        let wanted = "bytes=\(held)-"
        guard range != wanted else { return nil }
        return Problem(.wrongRange, expected: "Range: \(wanted)", actual: range.map { "Range: \($0)" } ?? "no Range")
    }

    private func validatorProblem(_ exchange: ExchangeRecord, _ before: TransferCase) -> Problem? {
        let given = exchange.request.head?.fields["If-Range"]
        let chain = sequence(first: before, next: { $0.predecessor }).flatMap { $0.exchanges.reversed() }
        guard let fields = chain.lazy.compactMap({ $0.response?.head.fields }).first else { return nil }
        let tag = fields["ETag"].flatMap { EntityTag(parsing: $0) }
        let wanted = tag.flatMap { $0.isWeak ? nil : $0.description } ?? fields["Last-Modified"]
        guard let wanted, given != wanted else { return nil }
        return Problem(
            .wrongValidator, expected: "If-Range: \(wanted)", actual: given.map { "If-Range: \($0)" } ?? "no If-Range")
    }

    private func codingProblem(_ exchange: ExchangeRecord) -> Problem? {
        guard let given = exchange.request.head?.fields["Accept-Encoding"], given.lowercased() != "identity" else {
            return nil
        }
        return Problem(.wrongCoding, expected: "Accept-Encoding: identity", actual: "Accept-Encoding: \(given)")
    }

    private func placeProblem(_ head: AdapterEvent.Head, _ transfer: TransferCase, _ isUsed: Bool) -> Problem? {
        let said = Int64(head.resumedAt ?? 0)
        let truth = isUsed ? transfer.held : 0
        guard said != truth else { return nil }
        return Problem(
            .wrongOffset, expected: isUsed ? "at \(truth)" : "from 0, because the answer is of no use",
            actual: "at \(said)")
    }

    private func refetched(_ transfer: TransferCase) -> Problem? {
        let again = transfer.exchanges.compactMap(\.served).map(\.lowerBound).min() ?? transfer.held
        guard again < transfer.held else { return nil }
        return Problem(
            .fetchedTwice, expected: "bytes from \(transfer.held) on", actual: "bytes from \(again) on")
    }

    /// Whether the answer to the resumed request continues what is held (oracle table 2).
    private func isUsable(_ transfer: TransferCase, _ exchange: ExchangeRecord) -> Bool {
        guard let response = exchange.response?.head, let version = transfer.predecessor?.versions.last else {
            return false
        }
        if response.status == 416 { return exchange.id == transfer.last?.id }
        guard response.status == 206, let range = response.fields["Content-Range"].flatMap(ContentRange.init(parsing:)),
            range.range?.lowerBound == transfer.held
        else { return false }
        return exchange.representation?.id == version.id
    }
}
