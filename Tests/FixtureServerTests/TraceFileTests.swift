import Foundation
import Scenarios
import TestSupport
import Testing

@testable import FixtureServer

/// Traces in a file: whole lines, as many as fit, and what is missing is said.
@Suite(.timeLimit(.minutes(5))) struct TraceFileTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID()).ndjson").path

    private func line(_ number: Int) -> JournalLine {
        JournalLine(instance: "i1", JournalEvent(number: number, time: .milliseconds(number), kind: .closed))
    }

    private func lines() throws -> [JournalLine] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").map { try JSONDecoder().decode(JournalLine.self, from: Data($0.utf8)) }
    }

    @Test func `it has every event of an instance, and nothing of a file that was there`() async throws {
        try Data("something else".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let trace = try TraceFile(path)
        try await playing(.of(["/x": Answer(body: .text("hello"))])) { instance in
            async let followed: Void = trace.follow(instance)
            _ = try await WireClient(instance.url).fetch("/x")
            await instance.end()
            await followed
            let events = await Array(instance.events)
            #expect(try lines().map(\.event) == events)
            #expect(try lines().allSatisfy { $0.instance == instance.id })
        }
        #expect(await trace.close() == nil)
    }

    @Test func `when it is full, the last line tells how many events are missing`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let size = line(0).bytes(JournalLine.encoder()).count
        let trace = try TraceFile(path, limit: 3 * size + size / 2)
        for number in 0..<10 { await trace.write(line(number)) }
        #expect(try lines().map(\.event.number) == [0, 1, 2])
        #expect(await trace.close() == "the trace \(path) lacks 7 events: it is full with \(3 * size + size / 2) bytes")
        #expect(try lines().last?.event.kind.description == "7 events were forgotten")
        #expect(try lines().count == 4)
    }

    #if os(Linux)
    @Test func `a device that takes nothing is said`() async throws {
        let trace = try TraceFile("/dev/full")
        for number in 0..<3 { await trace.write(line(number)) }
        #expect(await trace.close()?.hasPrefix("the trace /dev/full lacks 3 events: ") == true)
    }
    #endif

    @Test func `a folder that is not there is said before anything is served`() {
        #expect(throws: FixtureServerError.self) { try TraceFile(path + "/nowhere/trace") }
    }

    @Test(
        arguments: [
            .opened(origin: "main"), .requested(method: "GET", target: "/x?y", resource: "/x"),
            .requested(method: "GET", target: "/é\"\\\u{1}", resource: nil), .wrote(offset: 5, body: 3, bytes: 9),
            .wrote(offset: nil, body: 0, bytes: 9), .held(gate: "a/b", offset: 1, sent: 1),
            .held(gate: "g", offset: nil, sent: 0), .released(gate: "g"), .stalled(offset: 7), .stalled(offset: nil),
            .cut(.rst, offset: 8), .cut(.fin, offset: nil), .ended(.timeout), .left(.fin), .closed, .missed(4),
            .finished,
        ] as [JournalEvent.Kind])
    func `an event comes back from its line as it was`(kind: JournalEvent.Kind) throws {
        let event = JournalEvent(
            number: 12, time: .nanoseconds(1_234_567_891), connection: ConnectionID(2), exchange: ExchangeID(3),
            transfer: "t", kind: kind)
        let bytes = JournalLine(instance: "i7", event).bytes(JournalLine.encoder())
        let back = try JSONDecoder().decode(JournalLine.self, from: Data(bytes))
        #expect(back.instance == "i7" && back.event == event)
        #expect(JournalLine(instance: "i7", back.event).bytes(JournalLine.encoder()) == bytes)
        #expect(bytes.count { $0 == 0x0A } == 1)
    }
}
