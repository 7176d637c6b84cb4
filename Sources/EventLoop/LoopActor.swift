/// An actor whose state lives on an event loop.
///
/// Its methods run on the loop's thread and may use sockets, timers and everything else that is confined to it.
public protocol LoopActor: Actor {
    /// The loop; the actor keeps it alive.
    nonisolated var loop: EventLoop { get }
}

extension LoopActor {
    /// The loop, as the runtime wants it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }
}
