internal import AdapterProtocol
internal import Scenarios

extension ScenarioPlay {
    /// Lets small transfers run through the client, and notes what else happens meanwhile.
    ///
    /// - Parameters:
    ///   - subject: Of whom nothing may happen.
    ///   - turns: How many sentinels prove that whatever had been under way had time to come.
    /// - Returns: False when a sentinel did not come through, so that nothing is known.
    func keepQuiet(_ subject: LaneStep.QuietSubject, turns: Int) async -> Bool {
        let entriesBefore = entries.count
        let requestsBefore = requests(of: subject)
        for _ in 0..<turns {
            guard await runSentinel() else {
                lane.sentinelsPassed = false
                return false
            }
        }
        var happened: [String] = []
        if case .transfer(let name) = subject {
            happened = entries[entriesBefore...].compactMap { entry in
                guard case .reported(let event) = entry.line, event.transfer == name else { return nil }
                return event.ev
            }
        }
        let requests = requests(of: subject) - requestsBefore
        if requests > 0 { happened.append(requests == 1 ? "a request" : "\(requests) requests") }
        note(subject, turns, happened)
        return true
    }

    private func requests(of subject: LaneStep.QuietSubject) -> Int {
        switch subject {
        case .server: state.exchanges.count
        case .transfer(let name): state.exchanges.values.count { $0.transfer == name }
        }
    }

    /// A subject may be quiet twice; the check is one.
    private func note(_ subject: LaneStep.QuietSubject, _ turns: Int, _ happened: [String]) {
        let (name, what) =
            switch subject {
            case .server: ("server", "no request comes")
            case .transfer(let name): (name, "nothing is reported or requested of \(name)")
            }
        if let index = lane.quiets.firstIndex(where: { $0.check == "\(name).quiet" }) {
            lane.quiets[index].happened += happened
        } else {
            lane.quiets.append(
                .init(
                    check: "\(name).quiet", asked: "While \(turns) small transfers run through the client, \(what).",
                    happened: happened))
        }
    }
}
