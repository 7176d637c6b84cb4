internal import AdapterProtocol
internal import ChildProcesses
internal import EventLoop

/// An adapter that runs as a child: commands go in, events come out, and whatever it does wrong is kept.
///
/// Lives on the loop.
final class AdapterProcess {
    /// What came from the adapter.
    enum Message {
        /// An event.
        case event(AdapterEvent)
        /// The process has gone, and nothing follows.
        case gone(ExitStatus)
    }

    let child: ChildProcess
    /// What the adapter did wrong, one sentence each.
    private(set) var faults: [String] = []
    private var counter = EventCounter()
    private let coder = LineCoder()

    /// How many faults are kept; a process that writes garbage writes much of it.
    private static let mostFaults = 8

    init(_ client: ClientCommand, temporaryFolder: String, on loop: EventLoop) throws(SpawnError) {
        var command = client.command
        command.environment["TMPDIR"] = temporaryFolder
        child = try ChildProcess(command, lineLimit: LineCoder.limit, on: loop)
    }

    /// Writes a command.
    func send(_ command: AdapterCommand) throws(LineError) {
        child.write(try coder.line(command))
    }

    /// The next event, or the end of the process; lines that are none are noted and passed over.
    nonisolated(nonsending) func next() async -> Message {
        while let line = await child.nextLine() {
            switch line {
            case .whole(let bytes):
                do throws(LineError) {
                    let numbered = try coder.event(bytes)
                    if let expected = counter.take(numbered.n) {
                        note("event \(numbered.n) (\(numbered.event.ev)) came where \(expected) was due")
                    }
                    if case .adapterError(let message) = numbered.event { note("adapter_error: \(message)") }
                    return .event(numbered.event)
                } catch {
                    note("a line is no event: \(error)")
                }
            case .tooLong(let bytes): note("a line is longer than \(LineCoder.limit) bytes: \(excerpt(bytes))")
            case .unfinished(let bytes): note("the output ended within a line: \(excerpt(bytes))")
            }
        }
        return .gone(await child.exit())
    }

    private func note(_ fault: String) {
        if faults.count < Self.mostFaults { faults.append(fault) }
    }

    private func excerpt(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(80), as: UTF8.self) + (bytes.count > 80 ? "…" : "")
    }
}
