internal import AdapterProtocol
internal import ChildProcesses
internal import Scenarios

extension ScenarioPlay {
    /// Plays the scenario from greeting to judgement's last look; false when it stopped on the way.
    ///
    /// One sentinel goes first, so that what a client opens once and keeps is in the baseline.
    func play() async {
        guard await greet() != nil else { return }
        guard await configure(), await runSentinel(), await reset() else { return }
        let descriptors = OpenDescriptors.of(adapter.child.pid)
        let files = folder.files()
        guard await playLane() else { return }
        lane.sentinelsPassed = await runSentinels()
        guard lane.sentinelsPassed == true, await reset() else { return }
        await compare(descriptors)
        process.filesLeft = folder.files().subtracting(files).subtracting(ownedFiles).sorted()
    }

    private func runSentinels() async -> Bool {
        for _ in 0..<Sentinels.turns {
            guard await runSentinel() else { return false }
        }
        return true
    }

    private func runSentinel() async -> Bool {
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

    /// Counts again; a client may close what it has dropped a few turns of its loop later.
    private func compare(_ before: [Int: String]?) async {
        guard let before else { return }
        for turn in 0... {
            guard let after = OpenDescriptors.of(adapter.child.pid) else { return }
            let additional = after.filter { before[$0.key] == nil }.values.sorted()
            process.descriptors = .init(before: before.count, after: after.count, additional: additional)
            guard after.count > before.count, turn < 20, await ping() else { return }
        }
    }

    /// Files that somebody owns: partial files that resume material speaks of.
    private var ownedFiles: Set<String> {
        Set(state.transfers.values.compactMap { $0.resumeData?.partial.flatMap(folder.relative) })
    }
}
