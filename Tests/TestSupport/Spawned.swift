import ChildProcesses
public import Foundation
import Locks

/// A process with three given descriptors: what tests need of Foundation's `Process`.
///
/// That one copies beyond the last directory entry of its own open descriptors (Swift 6.3, Linux), which crashes a test
/// process that has a thousand of them open.
public final class Spawned: Sendable {
    /// The process's number.
    public let pid: Int32
    /// Its exit code or the signal that ended it, once somebody has waited.
    private let status = Locked<Int32?>(nil)

    /// Starts a program by its path, with the environment of the tests.
    public init(
        _ path: String, _ arguments: [String], input: FileHandle, output: FileHandle, error: FileHandle
    ) throws {
        let command = ChildCommand(path, arguments, environment: ProcessInfo.processInfo.environment)
        pid = try Spawning.spawn(
            command, input: input.fileDescriptor, output: output.fileDescriptor, error: error.fileDescriptor)
    }

    deinit {
        guard status.withLock({ $0 == nil }) else { return }
        kill(pid, SIGTERM)
        DispatchQueue.global().async { [pid] in _ = Spawned.wait(for: pid) }
    }

    /// Sends a signal, unless the end was seen.
    public func signal(_ number: Int32) {
        status.withLock { status in
            if status == nil { kill(pid, number) }
        }
    }

    /// Blocks until it has ended: the exit code, or the number of the signal.
    ///
    /// Only one waits at a time.
    public func wait() -> Int32 {
        if let code = status.withLock({ $0 }) { return code }
        let code = Spawned.wait(for: pid)
        status.withLock { $0 = code }
        return code
    }

    /// What neither says nor hears anything.
    public static func silence() throws -> FileHandle {
        try FileHandle(forUpdating: URL(filePath: "/dev/null"))
    }

    private static func wait(for pid: Int32) -> Int32 {
        var state: Int32 = 0
        while unsafe waitpid(pid, &state, 0) < 0, errno == EINTR {}
        return state & 0x7F == 0 ? (state >> 8) & 0xFF : state & 0x7F
    }
}
