extension EventLoop {
    /// Starts a task on the loop; the one way to do so.
    ///
    /// The closure takes over the isolation it is written in: inside an actor of this loop it may use the actor's state
    /// and the non-`Sendable` objects in it.
    ///
    /// - Parameters:
    ///   - name: The task's name in debuggers.
    ///   - operation: What to do.
    /// - Returns: The task, to be awaited or cancelled.
    @discardableResult
    public func spawn<Success: Sendable>(
        name: String? = nil,
        @_inheritActorContext _ operation: sending @escaping @isolated(any) () async -> Success
    ) -> Task<Success, Never> {
        Task(name: name, executorPreference: self) { await operation() }
    }

    /// Starts a task on the loop, inside an actor of it.
    ///
    /// For callbacks, which know the actor and are given an object for it: a listener's connection.
    ///
    /// - Parameters:
    ///   - actor: An actor of this loop.
    ///   - name: The task's name in debuggers.
    ///   - operation: What to do, with the actor's state at hand.
    /// - Returns: The task, to be awaited or cancelled.
    @discardableResult
    public func spawn<Owner: LoopActor, Success: Sendable>(
        in actor: Owner, name: String? = nil, _ operation: sending @escaping (isolated Owner) async -> Success
    ) -> Task<Success, Never> {
        Task(name: name, executorPreference: self) { await operation(actor) }
    }

    /// Runs a closure on the loop and brings its result back.
    ///
    /// What the closure makes on the loop (a `Listener`, a `Connection`) stays inside it. While it runs, the task prefers
    /// the loop as one that `spawn` has started does.
    ///
    /// - Parameter operation: What to do; it may suspend, and it resumes on the loop.
    /// - Returns: What the closure returned.
    /// - Throws: What the closure threw.
    nonisolated(nonsending) public func run<Success: Sendable, Failure: Error>(
        _ operation: sending @escaping @isolated(any) () async throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        try await withTaskExecutorPreference(self, operation: operation)
    }

    /// Lets everything else that is ready go first: other tasks, and one look at sockets and timers.
    ///
    /// Called off the loop it returns at once.
    nonisolated(nonsending) public func nextTurn() async {
        guard isOnLoopThread else { return }
        await Waiter.suspend { core.resumeNextTurn($0) }
    }
}
