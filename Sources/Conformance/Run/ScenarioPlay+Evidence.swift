internal import AdapterProtocol
internal import FixtureServer
internal import Scenarios

extension ScenarioPlay {
    /// Waits for a goal, and keeps what came of it.
    ///
    /// - Parameters:
    ///   - goal: What must come.
    ///   - isWritten: Whether it is a check of its own even when it is met.
    /// - Returns: False when it did not come: the evidence is gathered, and the lane ends here.
    func expect(_ goal: Goal, isWritten: Bool = false) async -> Bool {
        heartbeat.reset()
        guard let shortfall = await reach(goal) else {
            if isWritten { record(goal, .met) }
            return true
        }
        record(goal, .unmet(await evidence(goal, shortfall)))
        return false
    }

    private func record(_ goal: Goal, _ result: LaneRecord.Result) {
        let wait = LaneRecord.Await(check: goal.check, asked: goal.asked, result: result)
        // A gate may be awaited twice; the check is one, and the worse result stands.
        if let index = lane.awaits.firstIndex(where: { $0.check == wait.check }) {
            if result != .met { lane.awaits[index] = wait }
        } else {
            lane.awaits.append(wait)
        }
    }

    private func evidence(_ goal: Goal, _ shortfall: Shortfall) async -> LaneRecord.Evidence {
        let lateness = heartbeat.worst
        let unacknowledged = await instance.journal().exchanges.compactMap(\.unacknowledged).max()
        let ponged = await ping()
        var probe = LaneRecord.Probe.notMade
        if case .gate = goal, !shortfall.isUnreached, death == nil {
            probe = await openAndSee()
        }
        return LaneRecord.Evidence(
            missing: shortfall.sentence, isUnreached: shortfall.isUnreached || death != nil,
            unacknowledged: unacknowledged, ponged: ponged, heartbeat: max(lateness, heartbeat.worst), probe: probe)
    }

    /// Whether the loop that delivers the client's callbacks still turns.
    func ping() async -> Bool {
        guard death == nil else { return false }
        pings += 1
        ask(.ping(id: pings))
        change.happened()
        return await reach(.pong(pings)) == nil
    }

    /// Opens every gate although the client has not reported what lies in front, and looks whether it does now.
    private func openAndSee() async -> LaneRecord.Probe {
        let before = reported
        for gate in scenario.gates where gate != "forever" { await instance.open(gate) }
        change.happened()
        while death == nil {
            if reported != before { return .released }
            let moment = change.last + options.patience
            guard .now < moment else { return .silent }
            await change.wait(until: moment)
        }
        return .silent
    }

    /// How much of everything was reported.
    private var reported: [Int64] {
        state.transfers.keys.sorted().flatMap { name -> [Int64] in
            let transfer = state.transfers[name] ?? RunState.Transfer()
            return [transfer.total, transfer.hasHead ? 1 : 0, transfer.hasEnded ? 1 : 0]
        }
    }
}

extension Scenario {
    /// The gates at which some answer holds.
    fileprivate var gates: Set<String> {
        let steps = resources.flatMap { [$0.answer] + $0.attempts.map(\.answer) }.flatMap(\.script)
        return Set(steps.compactMap { if case .hold(let gate) = $0.action { gate } else { nil } })
    }
}
