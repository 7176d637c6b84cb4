internal import HTTPMessages

extension AnswerPlan {
    /// The answer that shows a page: HTML to those who ask for it, otherwise plain text.
    static func page(_ page: Page, for request: HTTPRequestHead, at date: HTTPDate) -> AnswerPlan {
        let fields: HTTPFields = [
            "Vary": "Accept", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        ]
        return message(
            page.status, request.wantsHTML ? page.html : page.text,
            type: request.wantsHTML ? "text/html" : "text/plain",
            fields: HTTPFields(Array(fields) + Array(page.fields)), for: request, at: date)
    }
}
