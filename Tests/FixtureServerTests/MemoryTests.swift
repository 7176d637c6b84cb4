import EventLoop
import Foundation
import TestSupport
import Testing

/// What the program takes of the machine's memory, whatever it serves.
@Suite(.timeLimit(.minutes(5)), .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
struct MemoryTests {
    private struct Ready: Decodable { var url: String }

    private static let scenario = """
        sluice: 1
        title: Bodies of gigabytes
        why: Films are longer than memory.
        resources:
          /film: { body: { pattern: 10GiB } }
          /film-in-chunks: { body: { pattern: 10GiB }, framing: chunked }
          /file: { body: { file: sparse.bin } }
          /file-in-chunks: { body: { file: sparse.bin }, framing: chunked }
          /file-paced: { body: { file: sparse.bin }, pace: 4MiB@1ms }

        """

    /// The most memory that a process has had, in KiB.
    private func peak(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    @Test(.disabled(if: isAddressSanitized, "AddressSanitizer keeps freed memory"))
    func `it does not grow with what is served`() async throws {
        let file = try SparseFile(length: 5 << 30)
        let folder = file.url.deletingLastPathComponent()
        try Data(Self.scenario.utf8).write(to: folder.appending(path: "large.yaml"))
        let program = try Program(
            "fixture-server", ["--root", folder.path, "-s", folder.appending(path: "large.yaml").path, "-q"])
        let ready = try JSONDecoder().decode(Ready.self, from: Data(await program.line().utf8))
        let start = try peak(of: program.pid)
        for (path, mebibytes) in [
            ("film", 8), ("film-in-chunks", 8), ("file", 96), ("file-in-chunks", 96), ("file-paced", 96),
        ] {
            let client = try await WireClient(ready.url)
            try await client.get("/" + path)
            #expect(await client.drop(atLeast: mebibytes << 20) >= mebibytes << 20)
            await client.reset()
        }
        let grown = try peak(of: program.pid) - start
        #expect(grown < 64 << 10, "it has grown by \(grown) KiB")
        program.signal(SIGTERM)
        #expect(await program.end().code == 0)
    }
}
