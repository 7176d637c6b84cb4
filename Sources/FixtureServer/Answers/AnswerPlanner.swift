internal import HTTPMessages
internal import Scenarios

/// Decides what a request is answered with: status, fields, content and framing (RFC 9110, RFC 9112).
///
/// Pure: the same request, answer, representation and date always give the same plan. What the scenario wants wrong comes
/// out wrong; everything else is as the standards say.
struct AnswerPlanner {
    /// The answer that the scenario gives for this request.
    let answer: Answer
    /// What is known of the body it is made from.
    let facts: RepresentationFacts
    /// The moment of the answer.
    let date: HTTPDate
    /// The nonce of the instance's challenges.
    let nonce: String
    /// Whether pages of other origins may read every answer.
    var isShared = false
    /// Puts addresses into the values of fields.
    let authority: (String) -> String

    /// Plans the answer to a request.
    func plan(for request: HTTPRequestHead) -> AnswerPlan {
        guard answer.raw == nil else {
            return AnswerPlan(
                head: nil, framing: .untilClose, content: [.representation(0..<(facts.length ?? .max))],
                keepsConnection: false)
        }
        var draft = draft(for: request)
        let fields = ComputedFields(planner: self, request: request).fields(of: &draft)
        let head = HTTPResponseHead(
            status: draft.status, reason: draft.status == answer.status ? answer.reason : nil,
            version: answer.version == .http10 ? .http10 : .http11, fields: fields)
        return AnswerPlan(
            head: head, framing: draft.framing, content: draft.framing == .none ? [] : draft.content,
            keepsConnection: draft.keepsConnection, coding: draft.describesRepresentation ? facts.coding : nil)
    }

    /// What is known of an answer before its fields are written.
    struct Draft {
        var status: Int
        var content: [AnswerPlan.Segment]
        /// The media type of the content, where it is not the representation's.
        var mediaType: String?
        /// The values of WWW-Authenticate.
        var challenges: [String] = []
        /// The value of Content-Range.
        var contentRange: String?
        /// Whether the content is the representation or a part of it, so that its validators belong to the head.
        var describesRepresentation = true
        var framing = ExchangeRecord.Framing.length
        var keepsConnection = true
    }

    /// What is said instead to who has no right to the answer, or does not show it.
    private func challenge(to request: HTTPRequestHead) -> Draft? {
        guard let rule = answer.auth else { return nil }
        let access = AccessRule(rule: rule, nonce: nonce)
        guard case .challenged(let isStale) = access.verdict(on: request) else { return nil }
        var draft = Draft.message(401, "Credentials are asked for.\n")
        draft.challenges = access.challenges(isStale: isStale)
        return draft
    }

    private func draft(for request: HTTPRequestHead) -> Draft {
        if let challenge = challenge(to: request) { return challenge }
        if facts.isNotAcceptable {
            return Draft.message(406, "There is no coding here that Accept-Encoding accepts.\n")
        }
        let length = facts.coding?.form?.codedLength(of: facts.length) ?? facts.length
        let whole = AnswerPlan.Segment.representation(0..<(length ?? .max))
        guard answer.status == 200 else { return Draft(status: answer.status, content: [whole]) }
        let current = facts.current(at: date)
        switch Preconditions.evaluate(method: request.method, fields: request.fields, current: current) {
        case .notModified:
            return Draft(status: 304, content: [])
        case .failed:
            return Draft.message(412, "The precondition does not hold.\n")
        case .proceed(let rangeApplies):
            let mayApply = rangeApplies || answer.ranges == .ignoresIfRange
            guard mayApply, request.method == .get, let value = request.fields["Range"] else { break }
            if let partial = RangeAnswer(behaviour: answer.ranges, facts: facts).draft(for: value) { return partial }
        }
        return Draft(status: 200, content: [whole])
    }
}

extension AnswerPlanner.Draft {
    /// A short text of the server's own as content.
    static func message(_ status: Int, _ text: String) -> AnswerPlanner.Draft {
        AnswerPlanner.Draft(
            status: status, content: [.bytes(Array(text.utf8))], mediaType: "text/plain; charset=utf-8",
            describesRepresentation: false)
    }
}
