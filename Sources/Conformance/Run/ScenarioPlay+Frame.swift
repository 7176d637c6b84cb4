internal import AdapterProtocol
internal import ChildProcesses
internal import Scenarios

extension ScenarioPlay {
    /// Plays the scenario from greeting to judgement's last look; false when it stopped on the way.
    ///
    /// One sentinel goes first, so that what a client opens once and keeps is in the baseline.
    func play() async {
        guard await greet() != nil else { return }
        defer { noteRefusal() }
        guard await configure(), await runSentinel(), await reset() else { return }
        let descriptors = await settled()
        let files = folder.files()
        guard await playLane() else { return }
        lane.sentinelsPassed = await runSentinels()
        guard lane.sentinelsPassed == true, await reset() else { return }
        await compare(descriptors)
        process.filesLeft = folder.files().subtracting(files).subtracting(ownedFiles).sorted()
    }

    /// What the client's adapter said that it does not do: what it did instead proves nothing.
    private func noteRefusal() {
        guard lane.obstacle == nil, death == nil, let refusal = state.refusals.first else { return }
        lane.obstacle = .unsupported(refusal)
    }

    private func runSentinels() async -> Bool {
        for _ in 0..<Sentinels.turns {
            guard await runSentinel() else { return false }
        }
        return true
    }

    func runSentinel() async -> Bool {
        sentinelsStarted += 1
        let name = Sentinels.name(sentinelsStarted)
        ask(.start(.init(t: name, url: sentinels.url, options: .init(session: session))))
        guard await expect(.ended(name)) else { return false }
        return state.transfers[name]?.end?.outcome == .complete
    }

    private func reset() async -> Bool {
        resets += 1
        ask(.reset)
        return await expect(.reset(resets))
    }

    /// The descriptors once two looks in a row see the same, so that what is just being closed is not in the baseline.
    private func settled() async -> OpenDescriptors? {
        var last = OpenDescriptors.of(adapter.child.pid)
        for _ in 0..<Self.mostLooks {
            guard last != nil, await ping() else { return last }
            let next = OpenDescriptors.of(adapter.child.pid)
            if next == last { return last }
            last = next
        }
        return last
    }

    /// A client that opens and closes for ever is not waited for.
    private static let mostLooks = 20

    /// Counts again, until nothing more is open than before or the patience is over.
    ///
    /// Nobody tells when another process closes something: a client may let go of what it has dropped on a thread of its
    /// own, after it has answered. Only a client that really leaks is waited for to the end.
    private func compare(_ before: OpenDescriptors?) async {
        guard let before else { return }
        let limit = ContinuousClock.now + options.patience
        while let after = OpenDescriptors.of(adapter.child.pid) {
            process.descriptors = after.compared(with: before)
            guard after.leaks(beside: before), .now < limit, await ping() else { return }
            await change.wait(until: .now + .milliseconds(5))
        }
    }

    /// Files that somebody owns: partial files that resume material speaks of.
    private var ownedFiles: Set<String> {
        Set(state.transfers.values.compactMap { $0.resumeData?.partial.flatMap(folder.relative) })
    }
}
