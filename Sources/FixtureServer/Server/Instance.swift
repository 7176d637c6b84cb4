public import Scenarios

/// One isolated run of a scenario: its own ports, state, gates and journal.
///
/// A handle: copies mean the same instance, and all of it may be used from any task.
public struct Instance: Identifiable, Sendable {
    /// The name within the server.
    public let id: String
    /// The scenario that is played.
    public let scenario: Scenario
    /// The seed of everything random in it.
    public let seed: UInt64
    /// The base URL of each origin, without a slash at the end: `["main": "http://127.0.0.1:49153"]`.
    public let urls: [String: String]
    /// The moment that the journal's times count from.
    public let started: ContinuousClock.Instant

    let server: FixtureServer
    let history: EventHistory

    /// The base URL of the first origin.
    public var url: String { scenario.origins.first.flatMap { urls[$0.name] } ?? "" }

    /// Opens a gate: for ever, or with `count` for so many of the exchanges that wait there longest.
    public func open(_ gate: String, count: Int? = nil) async {
        await server.open(gate, count: count, in: id)
    }

    /// Moves a manual clock on: pauses end and pieces go out that are due within the stretch, each at its own time.
    ///
    /// Returns when all of it was written, or the socket is full. Of an instance whose clock runs, or that has ended,
    /// nothing is moved.
    ///
    /// - Parameter stretch: How far, in the scenario's time; not below zero.
    public func advance(by stretch: Duration) async {
        await server.advance(by: stretch, in: id)
    }

    /// The exchanges that wait at a gate, the longest waiting first.
    public func held(_ gate: String) async -> [ExchangeID] {
        await server.held(gate, in: id)
    }

    /// Everything that happens, from the start; each reader has its own place.
    public var events: JournalEvents {
        JournalEvents(history: history)
    }

    /// The gates that the scenario names, and those that were come to, in order.
    public func gates() async -> [String] {
        await server.gates(in: id)
    }

    /// The gate that an exchange has waited at longest, or nil when none waits.
    public func longestWaitingGate() async -> String? {
        await server.longestWaitingGate(in: id)
    }

    /// One exchange as it stands, or nil when it was forgotten; cheaper than the whole journal.
    public func record(of exchange: ExchangeID) async -> ExchangeRecord? {
        await server.record(of: exchange, in: id)
    }

    /// What happened until now.
    public func journal() async -> Journal {
        await server.journal(of: id)
    }

    /// Waits for the first event, counted from the start, that the predicate holds for; nil when the limit passes first.
    public func wait(
        limit: Duration, until predicate: @escaping @Sendable (JournalEvent) -> Bool
    ) async -> JournalEvent? {
        await withTaskGroup(of: JournalEvent?.self) { group in
            group.addTask {
                for await event in events where predicate(event) { return event }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// The SHA-256, in lower-case hex, of the first `prefix` bytes of a version, or of all of it; nil for the whole of an
    /// endless one and for an unknown version.
    public func digest(of representation: RepresentationID, prefix: Int64? = nil) async -> String? {
        await server.digest(of: representation, prefix: prefix, in: id)
    }

    /// Some bytes of a version; fewer where it ends.
    public func bytes(of representation: RepresentationID, range: Range<Int64>) async -> [UInt8] {
        await server.bytes(of: representation, range: range, in: id)
    }

    /// Refuses connections to an origin from now on, and closes those that are idle.
    ///
    /// The port stays the instance's. Exchanges that are under way go on, and their connections are closed behind them.
    ///
    /// - Parameter origin: The origin's name in the scenario.
    /// - Throws: ``FixtureServerError`` for an unknown origin, or when the port cannot be kept.
    public func down(_ origin: String = "main") async throws {
        try await server.setDown(true, origin, in: id)
    }

    /// Accepts connections to an origin again.
    ///
    /// - Parameter origin: The origin's name in the scenario.
    /// - Throws: ``FixtureServerError`` for an unknown origin, or when the port cannot be listened on.
    public func up(_ origin: String = "main") async throws {
        try await server.setDown(false, origin, in: id)
    }

    /// Ends the run: ports and connections are closed, gates opened, and nothing is journalled any more.
    @discardableResult
    public func end() async -> Journal {
        await server.end(id)
    }
}
