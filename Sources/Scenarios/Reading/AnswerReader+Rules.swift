import HTTPMessages
import YAML

extension AnswerReader {
    func encoding(_ node: Node) -> EncodingRule? {
        if node.entries != nil { return codedForm(node) }
        guard let text = nodes.text(node, "an encoding") else { return nil }
        if text == "none" { return EncodingRule.none }
        if let coding = EncodingRule.Coding(rawValue: text) { return .negotiated(coding) }
        let known = ["none"] + EncodingRule.Coding.allCases.map(\.rawValue)
        nodes.log.addUnknown(text, "encoding", known: known, at: node.location)
        return nil
    }

    private func codedForm(_ node: Node) -> EncodingRule? {
        guard let map = nodes.map(node, "encoding", keys: ["gzip", "deflate"]), let entry = map.entries.first,
            let word = nodes.text(entry.value, "a form of \(entry.key)")
        else { return nil }
        let forms = EncodingRule.Form.allCases.filter { $0.coding.rawValue == entry.key }
        guard !forms.isEmpty else { return nil }
        if let form = forms.first(where: { $0.rawValue == word }) { return .always(form) }
        nodes.log.addUnknown(
            word, "form of \(entry.key)", known: forms.map(\.rawValue).sorted(), at: entry.value.location)
        return nil
    }

    static let rangeWords: [(String, RangeBehaviour)] = [
        ("rfc9110", .rfc9110), ("silent", .silent), ("none", .none), ("ignored", .ignored),
        ("advertised", .advertised), ("ignores-if-range", .ignoresIfRange), ("from-zero", .fromZero),
        ("no-content-range", .noContentRange), ("unknown-total", .unknownTotal), ("other-unit", .otherUnit),
        ("multipart", .multipart), ("status-200", .status200), ("refused", .refused), ("refused-bare", .refusedBare),
    ]

    static let rangeLies: [(String, @Sendable (Int64) -> RangeBehaviour)] = [
        ("earlier", { .earlier($0) }), ("later", { .later($0) }), ("short", { .short($0) }),
        ("body-short", { .bodyShort($0) }), ("other-total", { .otherTotal($0) }),
        ("refused-other", { .refusedOther($0) }),
    ]

    func ranges(_ node: Node) -> RangeBehaviour? {
        let words = AnswerReader.rangeWords
        let lies = AnswerReader.rangeLies
        if node.entries != nil {
            guard let map = nodes.map(node, "ranges", keys: lies.map(\.0)), let entry = map.entries.first,
                let lie = lies.first(where: { $0.0 == entry.key })
            else { return nil }
            if map.entries.count > 1 { nodes.log.add(map.entries[1].location, "a second lie about one range") }
            let signed = ["other-total", "refused-other"].contains(entry.key)
            let read = signed ? Notation.signedSize : Notation.size
            return nodes.value(entry.value, entry.key, read).map(lie.1)
        }
        guard let text = nodes.text(node, "ranges") else { return nil }
        if let behaviour = words.first(where: { $0.0 == text })?.1 { return behaviour }
        if let lie = lies.first(where: { $0.0 == text })?.0 {
            nodes.log.add(node.location, "\(lie) lacks its size", expected: "{ \(lie): SIZE }")
            return nil
        }
        nodes.log.addUnknown(text, "behaviour of ranges", known: words.map(\.0), at: node.location)
        return nil
    }
}

extension Notation {
    static func etag(_ text: String) throws(NotationError) -> ETagRule {
        switch text {
        case "auto": return .auto
        case "none": return .none
        case "weak": return .weak(nil)
        default: break
        }
        let isWeak = text.hasPrefix("weak:")
        let opaque = isWeak ? String(text.dropFirst(5)) : text
        let isRight = opaque.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7f }
        guard !opaque.isEmpty, isRight else {
            throw NotationError(
                "\(Complaint.quoted(text)) is no entity tag",
                expected: "auto, none, weak, weak:TEXT or TEXT without quotes, which are added")
        }
        return isWeak ? .weak(opaque) : .strong(opaque)
    }

    static func modified(_ text: String) throws(NotationError) -> ModifiedRule {
        switch text {
        case "auto": return .auto
        case "none": return .none
        default: break
        }
        if HTTPDate(parsing: text) != nil { return .date(text) }
        guard let age = try? duration(text) else {
            throw NotationError(
                "\(Complaint.quoted(text)) is no date",
                expected: "auto, none, an HTTP date such as Sun, 06 Nov 1994 08:49:37 GMT, or an age such as 30s")
        }
        return .age(age)
    }
}
