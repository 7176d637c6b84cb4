internal import HTTPMessages
internal import Scenarios

/// The answer to a request with a Range that applies, true or with the one lie that the scenario asks for.
struct RangeAnswer {
    let behaviour: RangeBehaviour
    let facts: RepresentationFacts

    /// What to send, or nil for the whole representation.
    func draft(for value: String) -> AnswerPlanner.Draft? {
        switch behaviour {
        case .none, .ignored, .advertised: return nil
        default: break
        }
        guard facts.coding == nil, let header = RangeHeader(parsing: value) else { return nil }
        guard let length = facts.length else { return endless(header) }
        switch behaviour {
        case .refused: return refusal(of: length)
        case .refusedBare: return refusal(of: nil)
        case .refusedOther(let difference): return refusal(of: length + difference)
        default: break
        }
        switch header.resolved(completeLength: length) {
        case .whole: return nil
        case .unsatisfiable: return refusal(of: length)
        case .partial(let ranges):
            guard let only = ranges.first, ranges.count == 1 else { return multipart(ranges, of: length) }
            return single(only, of: length)
        }
    }

    /// A part of what never ends can only be named when it ends itself.
    private func endless(_ header: RangeHeader) -> AnswerPlanner.Draft? {
        guard header.specs.count == 1, case .from(let first, let last?) = header.specs[0], last < .max else {
            return nil
        }
        return partial(first..<(last + 1), contentRange: ContentRange(first..<(last + 1), of: nil).description)
    }

    private func single(_ range: Range<Int64>, of length: Int64) -> AnswerPlanner.Draft {
        let truth = ContentRange(range, of: length).description
        switch behaviour {
        case .fromZero: return honest(0..<length, of: length)
        case .earlier(let count): return honest(max(0, range.lowerBound - count)..<range.upperBound, of: length)
        case .later(let count):
            return honest(min(range.upperBound - 1, range.lowerBound + count)..<range.upperBound, of: length)
        case .short(let count):
            return honest(RangeBehaviour.shortened(range, by: count), of: length)
        case .bodyShort(let count):
            return partial(
                range.lowerBound..<max(range.lowerBound, range.upperBound - count), contentRange: truth)
        case .noContentRange: return partial(range, contentRange: nil)
        case .unknownTotal: return honest(range, of: nil)
        case .otherTotal(let difference): return honest(range, of: length + difference)
        case .otherUnit: return partial(range, contentRange: "lines" + truth.dropFirst("bytes".utf8.count))
        case .multipart: return multipart([range], of: length)
        case .status200:
            var draft = partial(range, contentRange: truth)
            draft.status = 200
            return draft
        default: return honest(range, of: length)
        }
    }

    private func honest(_ range: Range<Int64>, of length: Int64?) -> AnswerPlanner.Draft {
        partial(range, contentRange: ContentRange(range, of: length).description)
    }

    private func partial(_ range: Range<Int64>, contentRange: String?) -> AnswerPlanner.Draft {
        AnswerPlanner.Draft(status: 206, content: [.representation(range)], contentRange: contentRange)
    }

    private func refusal(of length: Int64?) -> AnswerPlanner.Draft {
        var draft = AnswerPlanner.Draft.message(416, "The range cannot be satisfied.\n")
        draft.contentRange = length.map { ContentRange(unsatisfiedOf: $0).description }
        return draft
    }

    /// RFC 9110 §14.6: each part has its own type and Content-Range, and the whole has none.
    private func multipart(_ ranges: [Range<Int64>], of length: Int64) -> AnswerPlanner.Draft {
        let boundary = "sluice-\(length)-\(ranges[0].lowerBound)-\(ranges.count)"
        var content: [AnswerPlan.Segment] = []
        for (index, range) in ranges.enumerated() {
            var head = (index == 0 ? "" : "\r\n") + "--\(boundary)\r\n"
            if let type = facts.mediaType { head += "Content-Type: \(type)\r\n" }
            head += "Content-Range: \(ContentRange(range, of: length))\r\n\r\n"
            content += [.bytes(Array(head.utf8)), .representation(range)]
        }
        content.append(.bytes(Array("\r\n--\(boundary)--\r\n".utf8)))
        return AnswerPlanner.Draft(
            status: 206, content: content, mediaType: "multipart/byteranges; boundary=\(boundary)")
    }
}
