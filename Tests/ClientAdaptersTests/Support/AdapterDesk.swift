import AdapterProtocol
import ClientAdapters
import Foundation
import Locks
import Testing

/// An adapter in this process: commands go in as lines, events come out as lines, as between two processes.
final class AdapterDesk: Sendable {
    private let input = LineQueue()
    private let state = Locked(State())
    /// Where the adapter is told to put its files; removed at the end.
    let folder: URL

    private struct State {
        var events: [AdapterEvent] = []
        var counter = EventCounter()
        var complaints: [String] = []
        var hasEnded = false
        var waiters: [UUID: Waiter] = [:]
    }

    private struct Waiter {
        var isMet: @Sendable (State) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    /// Starts the adapter of a bundled client and greets it.
    init(_ client: String = "sessionkit") throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("desk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let writer = EventWriter { [weak self] in self?.take($0) }
        let driver = try #require(AdapterRegistry.driver(client, reportingTo: writer))
        let loop = AdapterLoop(driver, reportingTo: writer)
        let thread = Thread { [input, weak self] in
            loop.run { input.next() }
            self?.change { $0.hasEnded = true }
        }
        thread.start()
        send(.hello(.init(suite: "test", seed: 1, workDirectory: folder.path)))
    }

    deinit {
        input.close()
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: To the adapter

    func send(_ command: AdapterCommand) {
        do {
            let line = try LineCoder().line(command)
            send(line: String(decoding: line.dropLast(), as: UTF8.self))
        } catch {
            Issue.record("\(command.op) cannot be written: \(error)")
        }
    }

    func send(line: String) { input.add(line) }

    /// Begins a transfer into memory or a file.
    func start(
        _ t: String, _ url: String, _ sink: AdapterCommand.TransferOptions.Sink = .memory,
        _ change: (inout AdapterCommand.Start) -> Void = { _ in }
    ) {
        var start = AdapterCommand.Start(t: t, url: url, options: .init(sink: sink))
        change(&start)
        send(.start(start))
    }

    /// Ends the input, and waits until the adapter has come to its end.
    func end() async {
        input.close()
        await until { $0.hasEnded }
    }

    // MARK: From the adapter

    var events: [AdapterEvent] { state.withLock { $0.events } }

    /// Lines that were no events, and gaps in the count.
    var complaints: [String] { state.withLock { $0.complaints } }

    /// The events of one transfer.
    func events(of t: String) -> [AdapterEvent] { events.filter { $0.transfer == t } }

    /// Waits until the events so far satisfy something.
    func until(_ isMet: @escaping @Sendable ([AdapterEvent]) -> Bool) async {
        await until { (state: State) in isMet(state.events) }
    }

    /// Waits until one of the events is a certain one.
    func event(_ isIt: @escaping @Sendable (AdapterEvent) -> Bool) async {
        await until { (state: State) in state.events.contains(where: isIt) }
    }

    /// Waits for the end of a transfer.
    @discardableResult
    func end(of t: String) async throws -> AdapterEvent.End {
        await event { if case .end(let end) = $0 { end.t == t } else { false } }
        return try #require(ends(of: t).first)
    }

    /// Waits until so many bytes of a transfer were reported.
    func bytes(_ total: Int, of t: String) async {
        await event { if case .bytes(let bytes) = $0 { bytes.t == t && bytes.total >= total } else { false } }
    }

    private var files: [String]? { try? FileManager.default.contentsOfDirectory(atPath: folder.path) }

    /// Waits until no file lies in the folder; the client removes some a moment after the end.
    func emptied() async {
        while !Task.isCancelled, files != [] { await Task.yield() }
        #expect(files == [])
    }

    /// A test that has run out of time waits no longer, and fails for what is missing.
    private func until(_ isMet: @escaping @Sendable (State) -> Bool) async {
        let id = UUID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isMetAlready = state.withLock { state in
                    if Task.isCancelled || isMet(state) { return true }
                    state.waiters[id] = Waiter(isMet: isMet, continuation: continuation)
                    return false
                }
                if isMetAlready { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume()
        }
    }

    private func take(_ line: [UInt8]) {
        change { state in
            guard line.last == UInt8(ascii: "\n"), let event = try? LineCoder().event(line.dropLast()) else {
                state.complaints.append("no event: \(String(decoding: line, as: UTF8.self))")
                return
            }
            if let expected = state.counter.take(event.n) {
                state.complaints.append("event \(event.n) where \(expected) was due")
            }
            state.events.append(event.event)
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let met = state.withLock { state in
            change(&state)
            let now = state
            let met = now.waiters.filter { $0.value.isMet(now) }
            for id in met.keys { state.waiters[id] = nil }
            return met.values.map(\.continuation)
        }
        for continuation in met { continuation.resume() }
    }
}
