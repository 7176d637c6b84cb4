internal import AdapterProtocol
internal import Digests
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// Measures what a file demands of a transfer.
    func measure(_ expectation: Expectation, of transfer: TransferCase) -> Measurement? {
        guard let end = transfer.end else { return .unknown("\(transfer.name) has not come to its end") }
        let head = transfer.head
        switch expectation {
        case .outcome(let allowed):
            return .compare(
                end.outcome.rawValue, allowed.map(\.rawValue), .wrongOutcome,
                isRight: allowed.contains { $0.rawValue == end.outcome.rawValue })
        case .error(let kinds):
            if end.error == nil, mayComplete(transfer) { return .right("none") }
            let isRight = end.error.map { $0.isCalled(oneOf: Set(kinds)) } ?? false
            return .compare(
                end.error?.kind.inWords ?? "no error", kinds.map(\.inWords), .wrongError, isRight: isRight)
        case .status(let allowed):
            let status = head?.status ?? 0
            return .compare(
                "status \(status)", allowed.map { "status \($0)" }, .wrongStatus, isRight: allowed.contains(status))
        case .http(let allowed):
            let version = head?.http ?? "none"
            return .compare(version, allowed, .wrongField, isRight: allowed.contains(version))
        case .total(let amounts):
            return compare(Int64(end.total), amounts, held: transfer.held, .wrongTotal)
        case .expected(let amounts):
            return compare(head?.expected.map(Int64.init), amounts, held: transfer.held, .wrongLength)
        case .resumedAt(let amounts):
            return compare(head?.resumedAt.map(Int64.init), amounts, held: transfer.held, .wrongOffset)
        case .resumeData(let presence):
            let has = transfer.resumeData.contains { $0.value != nil }
            return .compare(
                has ? "some" : "none", [presence.rawValue], presence == .some ? .noResumeData : .resumeData,
                isRight: has == (presence == .some))
        case .fields(let lines): return compare(lines, head?.headers ?? [])
        case .lacks(let names): return compareAbsent(names, head?.headers ?? [])
        case .body(let contents): return compare(contents, transfer, end)
        case .interim(let statuses):
            let seen = transfer.events.compactMap {
                if case .informational(_, let status, _) = $0 { status } else { nil }
            }
            return .compare("\(seen)", ["\(statuses)"], .noEvent, isRight: seen == statuses)
        case .trailers(let lines):
            let seen = transfer.events.flatMap { event -> [HeaderField] in
                if case .trailers(_, let headers) = event { headers } else { [] }
            }
            return compare(lines, seen)
        case .filename(let names):
            let name = transfer.files.last?.filename ?? "none"
            return .compare(name, names, .wrongFile, isRight: names.contains(name))
        case .uploaded(let bounds):
            let sent = transfer.events.compactMap { if case .sent(let sent) = $0 { Int64(sent.done) } else { nil } }
            let most = sent.max() ?? 0
            return .compare("\(most)", [bounds.inWords], .wrongTotal, isRight: bounds.contains(most))
        case .url(let targets):
            let url = head?.finalURL ?? "none"
            let wanted = targets.map { "\($0)" }
            return .compare(url, wanted, .wrongField, isRight: targets.contains { names($0, url) })
        default: return .unknown("\(expectation.name) is not a property of a transfer")
        }
    }

    /// Whether the file says that a transfer may as well be complete, and so without an error.
    private func mayComplete(_ transfer: TransferCase) -> Bool {
        scenario.checks.contains { check in
            guard check.subject == .transfer(transfer.name), case .outcome(let allowed) = check.expectation else {
                return false
            }
            return allowed.contains(.complete)
        }
    }

    /// Whether a URL is the target: the path, the query and the fragment, as the origin's port is not known here.
    private func names(_ target: Expectation.Target, _ url: String) -> Bool {
        switch target {
        case .resource(let path, let suffix): url.hasSuffix(path.path + suffix)
        case .url(let template): template.plainText == url
        }
    }

    func compare(
        _ value: Int64?, _ amounts: [Expectation.Amount], held: Int64, _ code: FailureCode
    ) -> Measurement {
        let isRight = amounts.contains { amount in
            switch amount {
            case .bytes(let bounds): value.map(bounds.contains) ?? false
            case .held: value == held
            case .none: value == nil
            }
        }
        let words = amounts.map { amount in
            switch amount {
            case .bytes(let bounds): bounds.counted("byte")
            case .held: "\(held) bytes, as many as were held"
            case .none: "no number"
            }
        }
        return .compare(value.map { "\($0) bytes" } ?? "no number", words, code, isRight: isRight)
    }

    func compare(_ lines: [FieldLine], _ shown: [HeaderField]) -> Measurement {
        for line in lines {
            let values = shown.filter { $0.name.lowercased() == line.name.lowercased() }.map(\.value)
            guard let wanted = line.value.plainText, values != [wanted], values.joined(separator: ", ") != wanted else {
                continue
            }
            return .wrong(
                Problem(
                    .wrongField, expected: line.description,
                    actual: values.isEmpty ? "no \(line.name)" : values.joined(separator: ", ")))
        }
        return .right(lines.map(\.description).joined(separator: ", "))
    }

    func compareAbsent(_ names: [String], _ shown: [HeaderField]) -> Measurement {
        for name in names {
            guard let field = shown.first(where: { $0.name.lowercased() == name.lowercased() }) else { continue }
            return .wrong(Problem(.wrongField, expected: "no \(name)", actual: "\(field.name): \(field.value)"))
        }
        return .right("none of \(names.joined(separator: ", "))")
    }

    private func compare(
        _ contents: [Expectation.Content], _ transfer: TransferCase, _ end: AdapterEvent.End
    ) -> Measurement {
        let total = Int64(end.total)
        let matching = transfer.versions.filter { version in
            total == 0 || transcript.digests[version.id, 0..<total] == end.hash
        }
        let isRight = contents.contains { content in
            switch content {
            case .whole: matching.contains { $0.length == total }
            case .prefix: !matching.isEmpty
            case .none: total == 0
            case .bytes(let source): source.digest.map { $0 == end.hash } ?? false
            case .uploaded: false
            }
        }
        let isMeasured = contents.allSatisfy { content in
            switch content {
            case .whole, .prefix, .none: true
            case .bytes(let source): source.digest != nil
            case .uploaded: false
            }
        }
        guard isRight || isMeasured else {
            return .notMeasured("this version compares bodies with what was sent and with bytes in the file only")
        }
        let joint = isRight ? nil : joint(of: transfer).map { ": \($0)" }
        return .compare(
            "\(total) bytes" + (joint ?? ""), contents.map(\.inWords),
            transfer.versions.count > 1 || transfer.predecessor != nil ? .spliced : .wrongBody, isRight: isRight)
    }
}

extension BodySource {
    /// The digest of bytes that are written in the file itself.
    fileprivate var digest: String? {
        switch self {
        case .text(let template): template.plainText.map { SHA256.digest(of: Array($0.utf8)).hex }
        case .bytes(let bytes): SHA256.digest(of: bytes).hex
        case .file, .pattern, .repeated, .sequence: nil
        }
    }
}
