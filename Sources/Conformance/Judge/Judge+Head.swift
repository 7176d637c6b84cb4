internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Whether status, fields and expected length are what the server sent.
    func head(of transfer: TransferCase) -> [Finding] {
        guard let head = transfer.head, let response = shown(head, of: transfer)?.response?.head else {
            return []
        }
        let t = transfer.name
        return [
            implied(
                "\(t).status", asked: "The status of \(t) is the one that was sent.", refs: ["RFC 9110 §15"],
                head.status == response.status
                    ? nil
                    : Problem(.wrongStatus, expected: "status \(response.status)", actual: "status \(head.status)")),
            implied(
                "\(t).fields", asked: "The fields of \(t) are the ones that were sent.", refs: ["RFC 9110 §5", "F10"],
                Judge.difference(of: head.headers, from: response.fields)),
            implied(
                "\(t).expected", asked: "The expected length of \(t) is what the server said, or none.",
                refs: ["P02", "P03"], expectedLength(head, transfer)),
        ]
    }

    /// The answer whose head a client shows: the last one, or the one whose rest the last one is.
    private func shown(_ head: AdapterEvent.Head, of transfer: TransferCase) -> ExchangeRecord? {
        let parts = transfer.exchanges.dropLast().filter { [200, 206].contains($0.response?.head.status ?? 0) }
        let isPart = transfer.last?.response?.head.status == 206
        return (isPart ? parts : []).last { exchange in
            guard let response = exchange.response?.head, response.status == head.status else { return false }
            return Judge.difference(of: head.headers, from: response.fields) == nil
        } ?? transfer.last
    }

    /// Fields that clients may keep to themselves: framing, the connection, and what decoding undoes.
    private static let hidden: Set<String> = [
        "connection", "keep-alive", "transfer-encoding", "trailer", "content-encoding", "content-length",
    ]

    /// Sent fields that the client shows otherwise; repeated ones may be joined.
    static func difference(of shown: [HeaderField], from sent: HTTPFields) -> Problem? {
        var seen: Set<String> = []
        for field in sent {
            let name = field.name.lowercased()
            guard !hidden.contains(name), seen.insert(name).inserted else { continue }
            let values = shown.filter { $0.name.lowercased() == name }.map(\.value)
            let wanted = sent.values(name)
            guard values.joined(separator: ", ") != wanted.joined(separator: ", ") else { continue }
            return Problem(
                .wrongField, expected: "\(field.name): \(wanted.joined(separator: ", "))",
                actual: values.isEmpty ? "no such field" : values.joined(separator: ", "))
        }
        return nil
    }

    private func expectedLength(_ head: AdapterEvent.Head, _ transfer: TransferCase) -> Problem? {
        let truth = Judge.announcedLength(transfer)
        guard head.expected.map(Int64.init) != truth else { return nil }
        func words(_ length: Int64?) -> String { length.map { "\($0) bytes" } ?? "no length" }
        return Problem(
            .wrongLength,
            expected: words(truth) + (truth == nil ? ", as the server told none" : ", as the server said"),
            actual: words(head.expected.map(Int64.init)))
    }

    /// The length of the whole body that the server announced; none where it was unknown or coded.
    static func announcedLength(_ transfer: TransferCase) -> Int64? {
        guard let exchange = transfer.last, let response = exchange.response?.head else { return nil }
        if response.status == 204 || response.status == 304 { return 0 }
        let coding = response.fields["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false
        guard !coding else { return nil }
        let isRest = transfer.predecessor != nil || (exchange.served?.lowerBound ?? 0) > 0 && transfer.isContinued
        if isRest, response.status == 206 || transfer.reactions?.first == .finish {
            let range = response.fields["Content-Range"].flatMap { ContentRange(parsing: $0) }
            return range?.completeLength ?? transfer.resumeOracle.total
        }
        guard exchange.framing == .length || exchange.framing == .none else { return nil }
        return response.fields["Content-Length"].flatMap { Int64($0) }
    }
}
