public import EventLoop

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that runs as a child, with its standard streams as pipes on the loop.
///
/// Not `Sendable`: it is made, used and dropped on its loop. It leads a process group of its own, and dropping the last
/// reference kills that group: a child never outlives whoever started it. Should we be killed ourselves, the child meets
/// the end of its standard input.
public final class ChildProcess {
    /// One line of the child's standard output, without its line feed.
    public enum Line: Sendable, Hashable {
        /// All of it.
        case whole([UInt8])
        /// More than the limit; this is its beginning, the rest was dropped.
        case tooLong([UInt8])
        /// The output ended without a line feed behind it.
        case unfinished([UInt8])
    }

    /// The number of the process, which is also that of its group.
    public let pid: Int32
    /// The end of what the child wrote to its standard error, at most 64 KiB.
    public private(set) var errorOutput: [UInt8] = []
    /// How it ended; nil while it runs.
    public private(set) var status: ExitStatus?

    private static let mostErrorOutput = 64 * 1024
    private static let mostLinesWaiting = 4096

    private let loop: EventLoop
    private let group: ProcessGroup
    private let input: PipeOutput
    private var output: PipeInput?
    private var error: PipeInput?
    private var end: PipeInput?
    private var splitter: LineSplitter
    private var outputEnded = false
    private var lineWaiter: CheckedContinuation<Void, Never>?
    private var exitWaiters: [CheckedContinuation<Void, Never>] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: What to start.
    ///   - lineLimit: The longest line of its standard output, in bytes.
    ///   - loop: The loop the caller is on.
    /// - Throws: What could not be started, and why.
    public init(_ command: ChildCommand, lineLimit: Int = 1 << 20, on loop: EventLoop) throws(SpawnError) {
        loop.checkIsolated()
        let pipes = try [Pipe(), Pipe(), Pipe(), Pipe()]
        let child: pid_t
        do throws(SpawnError) {
            child = try Spawning.spawn(
                command, input: pipes[0].reading, output: pipes[1].writing, error: pipes[2].writing)
        } catch {
            for pipe in pipes { pipe.close() }
            throw error
        }
        for descriptor in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { closeDescriptor(descriptor) }
        pid = child
        self.loop = loop
        splitter = LineSplitter(limit: lineLimit)
        input = PipeOutput(pipes[0].writing, on: loop)
        group = ProcessGroup(leader: child, closing: pipes[3].writing)
        output = PipeInput(pipes[1].reading, on: loop) { [weak self] in self?.take(output: $0) }
        error = PipeInput(pipes[2].reading, on: loop) { [weak self] in self?.take(error: $0) }
        end = PipeInput(pipes[3].reading, on: loop) { [weak self] in if $0 == nil { self?.exited() } }
    }

    deinit { group.signal(SIGKILL) }

    // MARK: Talking

    /// Writes to the child's standard input; what it does not take at once is queued.
    public func write(_ bytes: [UInt8]) { input.write(bytes) }

    /// Ends the child's standard input behind what is queued.
    public func closeInput() { input.finish() }

    /// The next line of the child's standard output; nil when there will be none.
    ///
    /// One task reads at a time.
    nonisolated(nonsending) public func nextLine() async -> Line? {
        loop.checkIsolated()
        while true {
            if let line = splitter.takeFirst() {
                if splitter.lines.count < Self.mostLinesWaiting { output?.isPaused = false }
                return Line(line)
            }
            if outputEnded { return nil }
            await withCheckedContinuation { lineWaiter = $0 }
        }
    }

    private func take(output bytes: ArraySlice<UInt8>?) {
        if let bytes {
            splitter.append(bytes)
            if splitter.lines.count >= Self.mostLinesWaiting { output?.isPaused = true }
        } else {
            splitter.finish()
            outputEnded = true
        }
        let waiter = lineWaiter
        lineWaiter = nil
        waiter?.resume()
    }

    private func take(error bytes: ArraySlice<UInt8>?) {
        guard let bytes else { return }
        errorOutput.append(contentsOf: bytes)
        if errorOutput.count > Self.mostErrorOutput {
            errorOutput.removeFirst(errorOutput.count - Self.mostErrorOutput)
        }
    }

    // MARK: Ending

    /// Waits until the child is gone.
    nonisolated(nonsending) public func exit() async -> ExitStatus {
        while true {
            if let status { return status }
            await withCheckedContinuation { exitWaiters.append($0) }
        }
    }

    /// Signals the child and whatever it has started.
    public func signal(_ number: Int32) { group.signal(number) }

    /// Ends the child: the end of its input, after the grace SIGTERM, after the grace again SIGKILL.
    ///
    /// - Parameter grace: How long it is given each time.
    /// - Returns: How it ended.
    nonisolated(nonsending) public func end(grace: Duration = .seconds(1)) async -> ExitStatus {
        closeInput()
        let group = group
        var signals = [SIGTERM, SIGKILL]
        let timer = LoopTimer(on: loop) { if !signals.isEmpty { group.signal(signals.removeFirst()) } }
        timer.schedule(every: max(grace, .milliseconds(1)))
        defer { timer.cancel() }
        return await exit()
    }

    private func exited() {
        status = group.ending
        let waiters = exitWaiters
        exitWaiters = []
        for waiter in waiters { waiter.resume() }
    }
}

extension ChildProcess.Line {
    init(_ line: LineSplitter.Line) {
        self =
            switch line {
            case .whole(let bytes): .whole(bytes)
            case .tooLong(let bytes): .tooLong(bytes)
            case .unfinished(let bytes): .unfinished(bytes)
            }
    }
}
