/// An actor whose state lives on an event loop.
///
/// Its methods run on the loop's thread and may use sockets, timers and everything else that is confined to it.
///
/// Call them from tasks that `EventLoop.spawn` has started, or inside `EventLoop.run`. In any other task they run on the
/// loop as well, but each time they have waited, the runtime wakes the task in the global pool first and only then brings
/// it back: correct, and as slow as the pool is busy.
public protocol LoopActor: Actor {
    /// The loop; the actor keeps it alive.
    nonisolated var loop: EventLoop { get }
}

extension LoopActor {
    /// The loop, as the runtime wants it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }
}
