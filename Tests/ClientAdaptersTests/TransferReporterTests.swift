import AdapterProtocol
import Foundation
import TestSupport
import Testing

@testable import ClientAdapters

@Suite(.timeLimit(.minutes(5))) struct `The reporter of a transfer` {
    private let log = Log<AdapterEvent>()

    private func reporter(_ sink: AdapterCommand.TransferOptions.Sink = .memory) -> TransferReporter {
        let log = log
        let writer = EventWriter { line in
            if let event = try? LineCoder().event(line.dropLast()).event { log.append(event) }
        }
        return TransferReporter("a", options: .init(sink: sink), writer: writer) { material in
            Holding(bytes: material.count, partial: "/partial")
        }
    }

    @Test func `hides no second end, and nothing that comes after it`() {
        let reporter = reporter()
        reporter.end(nil)
        reporter.end(nil)
        reporter.bytes(Data([1]))
        #expect(log.entries.map(\.ev) == ["end", "end", "bytes"])
    }

    @Test func `says once what comes in two ways`() {
        let reporter = reporter(.file)
        reporter.noteCancel(.want)
        reporter.resumeData(Data([1, 2]))
        reporter.resumeData(Data([1, 2]))
        reporter.end(.init(kind: .cancelled))
        reporter.resumeData(nil)
        #expect(log.entries.map(\.ev) == ["resume_data", "end"])
        #expect(log.entries.first == .resumeData(.init(t: "a", value: "AQI=", bytesHeld: 2, partial: "/partial")))
    }

    @Test func `says before the end that what was asked for does not come, and keeps a late none to itself`() {
        let reporter = reporter(.file)
        reporter.noteCancel(.want)
        reporter.end(.init(kind: .cancelled))
        reporter.resumeData(nil)
        #expect(log.entries.map(\.ev) == ["resume_data", "end"])
    }

    @Test func `keeps to itself that a cancel which came too late has no resume material`() {
        let reporter = reporter(.file)
        reporter.end(nil)
        reporter.noteCancel(.want)
        reporter.resumeData(nil)
        #expect(log.entries.map(\.ev) == ["end"])
    }

    @Test func `calls an end cancelled only where the application asked for it`() {
        for (isAsked, kind, outcome) in [
            (true, ErrorKind.cancelled, AdapterEvent.End.Outcome.cancelled), (false, .cancelled, .failed),
            (true, .connectionLost, .failed),
        ] {
            let reporter = reporter()
            if isAsked { reporter.noteCancel(.none) }
            reporter.end(.init(kind: kind))
            guard case .end(let end)? = log.entries.last else { return #expect(Bool(false), "no end") }
            #expect(end.outcome == outcome)
        }
    }

    @Test func `answers no order after the end`() {
        let reporter = reporter()
        reporter.reportUnlessEnded(.suspended(t: "a"))
        reporter.end(nil)
        reporter.reportUnlessEnded(.unsuspended(t: "a"))
        #expect(log.entries.map(\.ev) == ["suspended", "end"])
        #expect(reporter.hasEnded)
    }

    @Test func `takes a file that is not there for none`() {
        let reporter = reporter(.file)
        reporter.file("/nowhere/at/all", suggestedName: nil)
        reporter.end(nil)
        #expect(log.entries.map(\.ev) == ["log", "end"])
    }

    @Test func `shows the first head only, and counts on from where it says`() {
        let reporter = reporter()
        reporter.head { nil }
        reporter.head { .init(t: "a", status: 206, expected: 10, resumedAt: 4) }
        reporter.head { .init(t: "a", status: 200, expected: 10) }
        reporter.bytes(Data([1, 2]))
        #expect(
            log.entries == [
                .head(.init(t: "a", status: 206, expected: 10, resumedAt: 4)),
                .bytes(.init(t: "a", count: 2, total: 6, from: 4)),
            ])
    }
}

@Suite(.timeLimit(.minutes(5))) struct `The writer of events` {
    @Test func `numbers without a gap whoever reports`() async {
        let numbers = Log<Int>()
        let writer = EventWriter { line in
            if let n = try? LineCoder().event(line.dropLast()).n { numbers.append(n) }
        }
        await withTaskGroup(of: Void.self) { group in
            for id in 0..<100 { group.addTask { writer.report(.pong(id: id)) } }
        }
        #expect(numbers.entries == Array(1...100))
    }

    @Test func `says what it could not write, under the same number`() {
        let events = Log<NumberedEvent>()
        let writer = EventWriter { line in
            if let event = try? LineCoder().event(line.dropLast()) { events.append(event) }
        }
        writer.report(.log(level: "info", text: String(repeating: "x", count: LineCoder.limit)))
        writer.report(.reset)
        #expect(events.entries.map(\.n) == [1, 2])
        #expect(events.entries.map(\.event.ev) == ["adapter_error", "reset"])
    }
}
