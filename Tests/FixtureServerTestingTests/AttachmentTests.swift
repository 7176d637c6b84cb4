import FixtureServerTesting
import Foundation
import Scenarios
import SessionKit
import TestSupport
import Testing

/// A test that failed leaves the journal of its server; seen from outside, because only a failure shows it.
@Suite(.timeLimit(.minutes(5))) struct AttachmentTests {
    private static let failsOnPurpose = ProcessInfo.processInfo.environment["SLUICE_FAIL_ON_PURPOSE"] == "1"

    @Test(.enabled(if: failsOnPurpose, "it fails on purpose"), .fixtureServer("basic/media/images-aurora.jpg"))
    func `this one fails`() async throws {
        _ = try await HTTPSession.shared.data(from: try FixtureServer.current.url("/media"))
        #expect(Bool(false))
    }

    @Test(.enabled(if: failsOnPurpose, "it belongs to one that fails"), .fixtureServer("slow-chunks"))
    func `this one passes`() async throws {
        #expect(try FixtureServer.current.scenario.id == "slow-chunks")
    }

    @Test(.enabled(if: failsOnPurpose, "it fails on purpose"))
    func `this one throws`() async throws {
        struct Interrupted: Error {}
        try await withFixtureServer("basic/empty/length") { _ in throw Interrupted() }
    }

    @Test(.enabled(if: isLinux && !failsOnPurpose, "test runners elsewhere take other arguments"))
    func `the journal is attached to a test that failed, and to no other`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let runner = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        let run = try Program(
            "/usr/bin/env",
            [
                "SLUICE_FAIL_ON_PURPOSE=1", runner, "--testing-library", "swift-testing", "--filter",
                "AttachmentTests", "--attachments-path", folder.path,
            ])
        let end = await run.end()
        #expect(end.code == 1, "\(end.output)\(end.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let expected = ["basic-empty-length", "basic-media-images-aurora.jpg"].flatMap {
            ["\($0).journal.ndjson", "\($0).journal.txt"]
        }
        try #require(names == expected, "\(end.output)\(end.errors)")
        let text = try String(
            contentsOf: folder.appending(path: "basic-media-images-aurora.jpg.journal.txt"), encoding: .utf8)
        #expect(text.contains("GET /media 200 length") && text.hasSuffix("the instance ended\n"))
        let lines = try Data(contentsOf: folder.appending(path: "basic-media-images-aurora.jpg.journal.ndjson")).split(
            separator: 0x0A)
        let events = try lines.map { try JSONDecoder().decode(JournalLine.self, from: $0) }
        #expect(events.map(\.event.number) == Array(0..<events.count) && events.count >= 5)
    }

    private static var isLinux: Bool {
        #if os(Linux)
        true
        #else
        false
        #endif
    }
}
