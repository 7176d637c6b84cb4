internal import HTTPMessages
internal import Scenarios

/// What pages of other origins are told that ask before they send.
extension RunningInstance {
    /// The answer to a browser that asks what it may send; no request for the resource, so that attempts are left alone.
    func preflight(_ request: HTTPRequestHead, _ exchange: Exchange) -> Casting? {
        let crossOrigin = CrossOrigin(request)
        guard crossOrigin.isPreflight else { return nil }
        exchange.requested(resource: nil, path: request.path)
        return Casting(
            plan: .preflight(crossOrigin, methods: Self.methods, for: request, at: date), answer: Answer(), version: nil
        )
    }
}

extension Resource {
    /// Whether pages of other origins may read one of its answers.
    var isShared: Bool { answer.cors || attempts.contains(where: \.answer.cors) }
}
