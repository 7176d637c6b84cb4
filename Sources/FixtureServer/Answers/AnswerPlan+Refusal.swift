internal import HTTPMessages

extension AnswerPlan {
    /// A short answer of the server's own, for requests that the scenario has nothing for.
    static func refusal(
        _ status: Int, _ text: String, fields: HTTPFields = [:], for request: HTTPRequestHead?, at date: HTTPDate
    ) -> AnswerPlan {
        message(status, text + "\n", type: "text/plain", fields: fields, for: request, at: date)
    }

    /// A text of the server's own.
    static func message(
        _ status: Int, _ text: String, type: String, fields: HTTPFields, for request: HTTPRequestHead?,
        at date: HTTPDate
    ) -> AnswerPlan {
        let keeps = request?.wantsConnectionKept ?? false
        let body = Array(text.utf8)
        var head = HTTPResponseHead(status: status)
        head.fields.append("Date", date.description)
        head.fields.append("Content-Type", "\(type); charset=utf-8")
        head.fields.append("Content-Length", String(body.count))
        head.fields.append(contentsOf: fields)
        if !keeps { head.fields.append("Connection", "close") }
        let hasContent = request?.method != .head
        return AnswerPlan(
            head: head, framing: hasContent ? .length : .none, content: hasContent ? [.bytes(body)] : [],
            keepsConnection: keeps)
    }
}
