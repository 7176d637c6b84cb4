public import EventLoop

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that has our own standard streams, as a shell starts one: to be waited for, signalled, and ended.
///
/// It leads a process group of its own, which has the terminal where we had it. Nothing of the group outlives the program,
/// and dropping the last reference kills all of it.
public actor ForegroundProcess: LoopActor {
    /// The loop on which its end is waited for.
    public nonisolated let loop: EventLoop
    /// The number of the process, which is also that of its group.
    public nonisolated let pid: Int32

    private nonisolated let group: ProcessGroup
    private let terminal: ControllingTerminal?
    private var end: Int32?
    private var watch: PipeInput?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: What to start.
    ///   - loop: The loop on which its end is waited for.
    /// - Throws: What could not be started, and why.
    public init(_ command: ChildCommand, on loop: EventLoop) throws(SpawnError) {
        let ending = try Pipe()
        do throws(SpawnError) {
            pid = try Spawning.spawn(
                command, input: STDIN_FILENO, output: STDOUT_FILENO, error: STDERR_FILENO)
        } catch {
            ending.close()
            throw error
        }
        self.loop = loop
        group = ProcessGroup(leader: pid, closing: ending.writing)
        end = ending.reading
        terminal = ControllingTerminal()
        terminal?.give(to: pid)
    }

    deinit {
        group.signal(SIGKILL)
        if let end { closeDescriptor(end) }
    }

    /// Signals the program and whatever it has started.
    public nonisolated func signal(_ number: Int32) { group.signal(number) }

    /// Waits until it is gone, and nothing of its group is left; to be called once.
    public func exit() async -> ExitStatus? {
        guard let end else { return group.ending }
        self.end = nil
        await withCheckedContinuation { continuation in
            watch = PipeInput(end, on: loop) { if $0 == nil { continuation.resume() } }
        }
        watch = nil
        terminal?.takeBack()
        return group.ending
    }
}
