import YAML

/// Refuses a file whose scenarios cannot come to what they say, judged over all combinations.
struct FileLint {
    let facts: BodyFacts
    let log: Complaints

    func check(_ scenarios: [Scenario]) {
        let scripts = ScriptLint(facts: facts, log: log)
        for scenario in scenarios { scripts.check(scenario) }
        // A play of what was misread would only repeat the complaints.
        guard log.isEmpty, scenarios.allSatisfy(facts.areComplete), scenarios.contains(where: { !$0.lane.isEmpty })
        else {
            return
        }
        var union = Foresight()
        for scenario in scenarios {
            var play = PerfectPlay(scenario, facts: facts, log: log)
            let foresight = play.play()
            union.targets.formUnion(foresight.targets)
            union.attempts.formUnion(foresight.attempts)
            union.gates.formUnion(foresight.gates)
            union.awaited.formUnion(foresight.awaited)
        }
        guard log.isEmpty else { return }
        for scenario in scenarios { checkUse(of: scenario, union) }
    }

    private func checkUse(of scenario: Scenario, _ union: Foresight) {
        for resource in scenario.resources {
            if !union.targets.contains(resource.location), !scenario.saysUnrequested(resource.path) {
                log.add(resource.location, "the resource \(resource.path) is never requested")
            }
            for attempt in resource.attempts where !union.attempts.contains(attempt.location) {
                log.add(attempt.location, "no request takes this attempt")
            }
            for answer in [resource.answer] + resource.attempts.map(\.answer) {
                for step in answer.script { checkGate(of: step.action, at: step.location, union) }
            }
        }
        for trouble in scenario.origins.flatMap(\.connections) {
            for action in trouble.actions { checkGate(of: action, at: trouble.location, union) }
        }
    }

    private func checkGate(of action: Step.Action, at location: FileLocation, _ union: Foresight) {
        guard case .hold(let gate) = action, gate != Step.forever else { return }
        if !union.gates.contains(gate) {
            log.add(location, "the gate '\(gate)' is never reached", hint: "no request of the lane comes to this step")
        } else if !union.awaited.contains(gate) {
            log.add(
                location, "the gate '\(gate)' is never awaited",
                hint: "write '- await: \(gate)' in front of '- open: \(gate)' in the lane")
        }
    }
}

extension Scenario {
    /// Whether a check says that nobody may ask for a resource.
    fileprivate func saysUnrequested(_ path: ResourcePath) -> Bool {
        checks.contains { check in
            guard check.subject == .resource(path), case .requests(let bounds) = check.expectation else { return false }
            return bounds.contains(0)
        }
    }
}
