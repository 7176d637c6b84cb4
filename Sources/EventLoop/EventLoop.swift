/// One libevent base on one thread: the place where sockets, timers and everything built on them happens.
///
/// It is an executor of both kinds. Actors that live on the loop return it as `unownedExecutor`, and every unstructured
/// task starts through `spawn`, which also prefers the loop as task executor: with a serial executor alone, resumed
/// continuations take a detour through the global pool (seconds on a busy machine, deadlock in parallel tests).
///
/// Sockets, watches and timers are plain non-`Sendable` objects that are made, used and dropped on the loop. The loop
/// lives until `stop()` or until nobody refers to it any more.
public final class EventLoop: SerialExecutor, TaskExecutor {
    let core: LoopCore

    /// Starts a loop and its thread.
    ///
    /// - Parameter name: The thread's name in debuggers and `ps -L`; Linux keeps 15 bytes of it.
    public init(name: String = "event-loop") {
        core = LoopCore(name: name)
        core.start(for: self)
    }

    deinit { core.stop(waiting: false) }

    /// Ends the thread, closes what still lives on the loop and resumes what still waits there.
    ///
    /// Waits for the thread unless called on it; calling it again does nothing. Sleeps end with `CancellationError`,
    /// reads with the end of input, writes with an error. Work that is handed to a stopped loop is not lost: it runs,
    /// still one piece at a time, on a thread made for it.
    public func stop() { core.stop(waiting: true) }

    /// Whether the caller runs on this loop's thread.
    public var isOnLoopThread: Bool { core.isOnLoopThread }

    /// Traps unless called on this loop's thread.
    public func checkIsolated() { core.checkIsolated() }

    /// Tells the runtime whether the caller runs on the loop.
    public func isIsolatingCurrentContext() -> Bool? { core.isOnLoopThread }

    /// Takes a job of the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) { core.enqueue(UnownedJob(job)) }
}
