internal import HTTPMessages
internal import Scenarios

/// Answers that behave as the query of the URL says, for clients that cannot be configured otherwise.
extension RunningInstance {
    /// Decides what a request is answered with that says in its query how.
    func casting(
        _ request: HTTPRequestHead, as behaviour: Behaviour, for exchange: Exchange, isReused: Bool
    ) async -> Casting {
        guard let base = resources.resource(request.path, on: exchange.record.origin)?.answer else {
            return cast(request, for: exchange, isReused: isReused)
        }
        do throws(BehaviourError) {
            let answer = try await behaviour.read(over: base, facts: facts)
            return cast(request, for: exchange, isReused: isReused, answering: answer)
        } catch {
            if configuration.isShared, let preflight = preflight(request, exchange) { return preflight }
            exchange.requested(resource: nil, path: request.path)
            return refusal(400, error.description, for: request)
        }
    }

    /// The words of a query, where the resource of the path takes any and there are some.
    func behaviour(of request: HTTPRequestHead) -> Behaviour? {
        let target = request.parsedTarget
        guard target.query != nil, servesFiles || showcase?.isFixture(target.path) == true else { return nil }
        let behaviour = Behaviour(query: target)
        return behaviour.words.isEmpty ? nil : behaviour
    }
}

extension Behaviour {
    /// Reads the words off the loop: fixtures may have to be looked at.
    @concurrent fileprivate func read(over base: Answer, facts: BodyFacts) async throws(BehaviourError) -> Answer {
        try answer(over: base, facts: facts)
    }
}
