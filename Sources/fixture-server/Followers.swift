import FixtureServer

/// Follows each instance from its start to its end, whoever starts it.
struct Followers: Sendable {
    private let started: AsyncStream<Instance>.Continuation
    private let task: Task<Void, Never>

    /// Begins; `work` is done for each instance, and ends with it.
    init(_ work: @escaping @Sendable (Instance) async -> Void) {
        let (instances, started) = AsyncStream.makeStream(of: Instance.self)
        self.started = started
        task = Task {
            await withDiscardingTaskGroup { group in
                for await instance in instances { group.addTask { await work(instance) } }
            }
        }
    }

    /// An instance has started.
    func follow(_ instance: Instance) { started.yield(instance) }

    /// Waits until everything is told; no instance starts any more.
    func end() async {
        started.finish()
        await task.value
    }
}
