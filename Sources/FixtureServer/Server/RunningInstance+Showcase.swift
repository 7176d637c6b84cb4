internal import HTTPMessages
internal import Scenarios

/// What only an instance does that shows all fixtures and scenarios, or files of somebody's own.
extension RunningInstance {
    /// Decides what a request is answered with; files may have to be read for that.
    func casting(_ request: HTTPRequestHead, for exchange: Exchange, isReused: Bool) async -> Casting {
        if let page = await showcase?.page(for: request, of: self) {
            if configuration.isShared, let preflight = preflight(request, exchange) { return preflight }
            exchange.requested(resource: nil, path: request.path)
            var plan = AnswerPlan.page(page, for: request, at: date)
            if configuration.isShared {
                plan.head?.fields.append(contentsOf: CrossOrigin(request).fields(exposing: []))
            }
            return Casting(plan: plan, answer: Answer(), version: nil)
        }
        if let behaviour = behaviour(of: request) {
            return await casting(request, as: behaviour, for: exchange, isReused: isReused)
        }
        return cast(request, for: exchange, isReused: isReused)
    }

    /// The path as the scenario knows it, which seeds patterns and jitter.
    func pathInScenario(_ path: String) -> String { showcase?.pathInScenario(path) ?? path }

    /// Forgets the resources of paths that begin so, with all that was counted and prepared.
    func forget(below start: String) {
        resources.remove(below: start)
        prepared = prepared.mapValues { $0.filter { !$0.key.hasPrefix(start) } }
    }
}
