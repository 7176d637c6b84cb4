import EventLoop
import Testing

@testable import ChildProcesses

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct `A child process` {
    private let loop = EventLoop(name: "child tests")

    /// Runs a shell script on the loop with a closure that talks to it.
    private func withShell<R: Sendable>(
        _ script: String, lineLimit: Int = 1 << 20,
        _ body: sending @escaping (ChildProcess) async -> R
    ) async throws -> R {
        let loop = loop
        return try await loop.run {
            let child = try ChildProcess(
                ChildCommand("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "WORD": "grün"]),
                lineLimit: lineLimit, on: loop)
            return await body(child)
        }
    }

    private static func text(_ line: ChildProcess.Line?) -> String? {
        guard case .whole(let bytes)? = line else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `hears what is written and is heard line by line`() async throws {
        let heard = try await withShell("while read line; do echo \"<$line> $WORD\"; done; echo bye") { child in
            child.write(Array("one\ntwo\n".utf8))
            let first = Self.text(await child.nextLine())
            let second = Self.text(await child.nextLine())
            child.closeInput()
            let last = Self.text(await child.nextLine())
            let end = await child.nextLine()
            return [first, second, last, end.map { _ in "more" }]
        }
        #expect(heard == ["<one> grün", "<two> grün", "bye", nil])
    }

    @Test(arguments: [
        ("exit 3", ChildProcesses.ExitStatus.exited(3)), ("kill -SEGV $$", .killed(SIGSEGV)), (":", .exited(0)),
    ])
    func `tells how it ended`(script: String, expected: ChildProcesses.ExitStatus) async throws {
        let status = try await withShell(script) { await $0.exit() }
        #expect(status == expected)
    }

    @Test func `keeps its last words`() async throws {
        let words = try await withShell("echo oh no >&2; exit 1") { child in
            _ = await child.exit()
            // The pipe may still hold them when the process has gone: its output ends behind them.
            while await child.nextLine() != nil {}
            while child.errorOutput.isEmpty { await child.loopTurn() }
            return child.errorOutput
        }
        #expect(String(decoding: words, as: UTF8.self) == "oh no\n")
    }

    @Test func `that ignores everything is killed, and its own children with it`() async throws {
        let script = "trap '' TERM; sleep 600 & echo $!; while :; do wait; done"
        let (grandchild, status) = try await withShell(script) { child in
            let grandchild = Int32(Self.text(await child.nextLine()) ?? "") ?? 0
            return (grandchild, await child.end(grace: .milliseconds(20)))
        }
        #expect(status == .killed(SIGKILL))
        #expect(grandchild > 1)
        #expect(await isGone(grandchild))
    }

    @Test func `does not outlive whoever started it`() async throws {
        let grandchild = try await withShell("sleep 600 & echo $!; wait") {
            Int32(Self.text(await $0.nextLine()) ?? "") ?? 0
        }
        #expect(grandchild > 1)
        #expect(await isGone(grandchild))
    }

    @Test func `dies of a reader that has gone, as programs do`() async throws {
        // With SIGPIPE still ignored the writer would only be told that it cannot write, and live to say so.
        let script = "{ (while echo y; do :; done 2>/dev/null; echo alive >&3) | head -n 1; } 3>&1; exit 7"
        let (lines, status) = try await withShell(script) { child in
            var lines: [String?] = []
            while let line = await child.nextLine() { lines.append(Self.text(line)) }
            return (lines, await child.exit())
        }
        #expect(lines == ["y"])
        #expect(status == .exited(7))
    }

    @Test func `inherits no descriptor besides its three streams`() async throws {
        let loop = loop
        let count = try await loop.run {
            let listener = try RawDescriptors()
            defer { listener.close() }
            let child = try ChildProcess(
                ChildCommand("/bin/sh", ["-c", "ls /proc/self/fd | wc -l"], environment: ["PATH": "/usr/bin:/bin"]),
                on: loop)
            return Self.text(await child.nextLine())?.trimmed
        }
        // ls itself has the folder open.
        #expect(count == "4")
    }

    @Test func `that cannot be started is a clear error`() async throws {
        let loop = loop
        let message = await loop.run {
            do throws(SpawnError) {
                _ = try ChildProcess(ChildCommand("/nonexistent/program"), on: loop)
                return ""
            } catch {
                return error.description
            }
        }
        #expect(message == "/nonexistent/program cannot be started: No such file or directory")
    }

    @Test func `is read no faster than its lines are taken, and loses none`() async throws {
        let count = try await withShell("i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done") { child in
            var next = 0
            while let line = await child.nextLine() {
                guard Self.text(line) == String(next) else { return -1 }
                next += 1
            }
            return next
        }
        #expect(count == 20000)
    }

    /// The kernel tells when a process is gone; it is not ours to wait for, so it is asked.
    private func isGone(_ process: Int32) async -> Bool {
        for _ in 0..<2000 {
            if kill(process, 0) != 0 && errno == ESRCH { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}

extension ChildProcess {
    fileprivate nonisolated(nonsending) func loopTurn() async { await Task.yield() }
}

extension String {
    fileprivate var trimmed: String { filter { !$0.isWhitespace } }
}

/// A descriptor that is not closed on exec, which a careless spawn would hand on.
private struct RawDescriptors {
    let descriptor: Int32

    init() throws {
        descriptor = unsafe open("/dev/null", O_RDONLY)
        try #require(descriptor >= 0)
    }

    func close() {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }
}
