internal import HTTPMessages
internal import Scenarios

/// The fields of a planned answer: computed ones, then what the scenario puts in their place or leaves out.
struct ComputedFields {
    let planner: AnswerPlanner
    let request: HTTPRequestHead

    /// Decides framing and connection, which depend on the request too, and writes the fields that say so.
    func fields(of draft: inout AnswerPlanner.Draft) -> HTTPFields {
        let answer = planner.answer
        let framing = framing(of: draft)
        draft.keepsConnection = keepsConnection(with: framing)
        draft.framing = hasContent(draft) ? framing : .none
        var fields = HTTPFields()
        fields.reserveCapacity(10)
        fields.append("Date", planner.date.description)
        if HTTPStatus.allowsBody(draft.status) { append(framing, of: draft, to: &fields) }
        if draft.describesRepresentation { appendValidators(of: draft, to: &fields) }
        if answer.encoding.isNegotiated { fields.append("Vary", "Accept-Encoding") }
        if let value = acceptRanges(draft) { fields.append("Accept-Ranges", value) }
        for challenge in draft.challenges { fields.append("WWW-Authenticate", challenge) }
        if let range = draft.contentRange { fields.append("Content-Range", range) }
        if !draft.keepsConnection {
            fields.append("Connection", "close")
        } else if request.version < .http11 {
            fields.append("Connection", "keep-alive")
        }
        if answer.cors || planner.isShared {
            let names = (Array(fields) + answer.fields.map { HTTPField($0.name, "") }).map(\.name)
            fields.append(contentsOf: CrossOrigin(request).fields(exposing: names))
        }
        for name in answer.drop { fields.remove(name) }
        for line in answer.fields { fields.remove(line.name) }
        for line in answer.fields { fields.append(line.name, line.value.text(authority: planner.authority)) }
        return fields
    }

    /// No content follows the head of an answer to HEAD, nor of a 204 or 304 (RFC 9112 §6.3).
    private func hasContent(_ draft: AnswerPlanner.Draft) -> Bool {
        request.method != .head && HTTPStatus.allowsBody(draft.status)
    }

    private func framing(of draft: AnswerPlanner.Draft) -> ExchangeRecord.Framing {
        let canChunk = request.version >= .http11 && planner.answer.version == .http11
        switch planner.answer.framing {
        case .length where length(of: draft) != nil: return .length
        case .length, .chunked: return canChunk ? .chunked : .untilClose
        case .untilClose: return .untilClose
        }
    }

    /// The length of the content as it is sent, or nil where it is not known beforehand.
    private func length(of draft: AnswerPlanner.Draft) -> Int64? {
        if draft.describesRepresentation, planner.facts.coding != nil { return planner.facts.codeLength }
        return draft.content.reduce(0) { sum, segment in sum.flatMap { sum in segment.length.map { sum + $0 } } }
    }

    private func keepsConnection(with framing: ExchangeRecord.Framing) -> Bool {
        let answer = planner.answer
        guard request.wantsConnectionKept, answer.version == .http11 else { return false }
        // Nobody can know whether content follows that a client was not asked for: what comes next could be either.
        guard answer.asksForContent || !request.waitsForContinue else { return false }
        // An answer without content ends with its head, however its content would have been framed.
        guard framing != .untilClose || request.method == .head else { return false }
        let written = HTTPFields(answer.fields.map { HTTPField($0.name, $0.value.plainText ?? "") })
        return !written.lists("close", under: "Connection")
    }

    private func append(
        _ framing: ExchangeRecord.Framing, of draft: AnswerPlanner.Draft, to fields: inout HTTPFields
    ) {
        if let type = draft.mediaType ?? planner.facts.mediaType { fields.append("Content-Type", type) }
        if let coding = planner.facts.coding, draft.describesRepresentation {
            fields.append("Content-Encoding", coding.name.rawValue)
        }
        switch framing {
        case .length:
            if let length = length(of: draft) { fields.append("Content-Length", String(length)) }
        case .chunked: fields.append("Transfer-Encoding", "chunked")
        case .untilClose, .none: break
        }
        if !planner.answer.trailers.isEmpty, framing == .chunked {
            fields.append("Trailer", planner.answer.trailers.map(\.name).joined(separator: ", "))
        }
    }

    /// A 304 tells of the change only where it has no tag to go by (RFC 9110 §15.4.5).
    private func appendValidators(of draft: AnswerPlanner.Draft, to fields: inout HTTPFields) {
        let hasTag = planner.facts.entityTag != nil
        if let modified = planner.facts.lastModified, draft.status != 304 || !hasTag {
            fields.append("Last-Modified", modified)
        }
        if let tag = planner.facts.entityTag { fields.append("ETag", tag.description) }
    }

    private func acceptRanges(_ draft: AnswerPlanner.Draft) -> String? {
        guard planner.answer.status == 200, [200, 206, 416].contains(draft.status) else { return nil }
        switch planner.answer.ranges {
        case .none: return "none"
        case .silent, .ignored: return nil
        default: return planner.facts.coding == nil ? "bytes" : nil
        }
    }
}

extension HTTPRequestHead {
    /// Whether the client can use the connection again (RFC 9112 §9.3).
    var wantsConnectionKept: Bool {
        if fields.lists("close", under: "Connection") { return false }
        return version >= .http11 || fields.lists("keep-alive", under: "Connection")
    }

    /// Whether the client waits for a 100 before it sends content (RFC 9110 §10.1.1).
    var waitsForContinue: Bool {
        guard version >= .http11, fields.lists("100-continue", under: "Expect") else { return false }
        return fields.contains("Transfer-Encoding") || fields["Content-Length"].map { $0 != "0" } == true
    }
}

extension Answer {
    /// Whether any content of the request is read before the answer is given.
    fileprivate var asksForContent: Bool {
        early != 0
            || script.contains { step in
                if case .request(let size) = step.position { size > 0 } else { false }
            }
    }
}
