public import EventLoop
internal import Fixtures
internal import Foundation
internal import HTTPMessages
public import Scenarios

/// Plays scenarios to whoever connects; each `start` is an instance of its own, with ports of its own.
///
/// Everything happens on the configuration's event loop; calls from elsewhere hop there.
public actor FixtureServer: LoopActor {
    /// The configuration it was made with.
    public nonisolated let configuration: Configuration
    /// The loop that everything runs on.
    public nonisolated var loop: EventLoop { configuration.loop }

    private(set) var instances: [String: RunningInstance] = [:]
    private var sweeps: [String: LoopTimer] = [:]
    /// Instances that have ended and may still be read, oldest first.
    private(set) var ended: [RunningInstance] = []
    private var count = 0
    private var fixtures: FixtureLibrary?

    /// Makes a server; nothing is bound before an instance starts.
    ///
    /// Beyond loopback its control API has a token, which `configuration` then tells.
    public init(configuration: Configuration) {
        self.configuration = configuration.withToken()
    }

    /// Starts an instance of a scenario, with a port of its own for each of the scenario's origins.
    ///
    /// - Parameters:
    ///   - scenario: What to play.
    ///   - seed: What jitter is drawn from.
    /// - Returns: The handle of the instance, ready to be connected to.
    /// - Throws: ``FixtureServerError`` when a port cannot be had or a body's file is missing.
    public func start(_ scenario: Scenario, seed: UInt64 = 0) async throws -> Instance {
        return try launch(scenario, seed: seed)
    }

    /// Starts an instance for somebody who asks the control API: on free ports, and for as long as it is used.
    func start(_ scenario: Scenario, seed: UInt64, speed: Double, gates: GateRule, lease: Lease) throws -> Instance {
        var configuration = configuration
        (configuration.port, configuration.speed, configuration.gates) = (0, speed, gates)
        configuration.unixSocket = nil
        return try launch(scenario, seed: seed, configuration: configuration, lease: lease)
    }

    /// Starts an instance of everything there is: each fixture plain at its path, each scenario below `/s/<id>/`, and at
    /// `/` a page that lists them.
    ///
    /// Files are read when they are first asked for. Scenarios that need ports of their own are refused there.
    ///
    /// - Parameters:
    ///   - catalog: Where the scenarios are.
    ///   - seed: What jitter is drawn from.
    /// - Returns: The handle of the instance, ready to be connected to.
    /// - Throws: ``FixtureServerError`` when the port cannot be had.
    public func startShowcase(of catalog: ScenarioCatalog, seed: UInt64 = 0) async throws -> Instance {
        let scenario = Scenario(
            id: "showcase", file: "", title: "Everything there is", why: "Whoever looks around needs no scenario.")
        return try launch(scenario, seed: seed, catalog: catalog)
    }

    /// Ends every instance.
    public func close() async {
        // First those that somebody may be waiting for over the ports of the others.
        for running in instances.values.sorted(by: { $0.lease != nil && $1.lease == nil }) { _ = await end(running.id) }
    }

    // MARK: Starting

    func launch(
        _ scenario: Scenario, seed: UInt64, catalog: ScenarioCatalog? = nil, files: FixtureLibrary? = nil,
        configuration: Configuration? = nil, lease: Lease? = nil
    ) throws -> Instance {
        count += 1
        let running = RunningInstance(
            id: "i\(count)", scenario: scenario, seed: seed, configuration: configuration ?? self.configuration,
            fixtures: try files ?? library(), catalog: catalog, servesFiles: files != nil, date: Self.date)
        running.lease = lease
        if lease == nil, configuration == nil, self.configuration.control != nil,
            let resource = scenario.resources.first(where: { $0.path.path.hasPrefix(Control.prefix + "/") })
        {
            throw FixtureServerError(
                .unsupported, "Scenario \(scenario.id): \(resource.path) lies where the control API is")
        }
        do {
            try running.checkContents()
        } catch {
            throw FixtureServerError(.missingFixture, "Scenario \(scenario.id): \(error)", cause: error)
        }
        for origin in scenario.origins { try listen(for: origin, of: running) }
        if let path = running.configuration.unixSocket, let main = scenario.origins.first {
            var door = Listener.Configuration(unixSocket: path)
            door.sendBuffer = sendBuffer(of: main, running)
            running.add(try listener(door, for: main, of: running))
        }
        return enter(running)
    }

    /// Lets an instance that listens begin.
    private func enter(_ running: RunningInstance) -> Instance {
        instances[running.id] = running
        sweep(running)
        if running.lease == nil, let control = configuration.control {
            running.controller = Controller(
                server: self, guarding: ControlGuard(token: control.token, host: configuration.host),
                contentSize: control.contentSize)
        }
        let handle = running.handle(on: self)
        configuration.onStart?(handle)
        return handle
    }

    /// Lets an instance begin anew on the ports it has: what was counted, opened and journalled is forgotten at once, and
    /// connections are closed.
    func reset(_ id: String) async -> Instance? {
        guard let old = instances[id] else { return nil }
        let fresh = RunningInstance(
            id: id, scenario: old.scenario, seed: old.seed, configuration: old.configuration, fixtures: old.fixtures,
            catalog: old.showcase?.catalog, servesFiles: old.servesFiles, date: Self.date)
        fresh.lease = old.lease.map { Lease(idleTime: $0.idleTime) }
        fresh.takeListeners(of: old)
        let handle = enter(fresh)
        old.end()
        await old.drained { !$0.isControlling }
        old.log.history.append(.finished, at: old.log.now)
        return handle
    }

    private static var date: HTTPDate { HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970)) }

    /// Ends an instance that nobody has used for too long.
    private nonisolated func expire(_ id: String) {
        loop.spawn(name: "expiry") { _ = await self.end(id) }
    }

    func library() throws -> FixtureLibrary? {
        if let fixtures { return fixtures }
        do {
            let root =
                if let folder = configuration.root {
                    try FixtureRoot(directory: folder)
                } else {
                    try FixtureRoot.located(besides: Bundle.main.executableURL)
                }
            fixtures = FixtureLibrary(root: root)
        } catch  where configuration.root == nil {
            return nil
        } catch {
            throw FixtureServerError(.missingFixture, "\(error)", cause: error)
        }
        return fixtures
    }

    private func listen(for origin: Origin, of running: RunningInstance) throws {
        let port = origin.name == running.scenario.origins.first?.name ? Int(running.configuration.port) : 0
        running.add(
            try listener(
                Listener.Configuration(
                    host: running.configuration.host, port: port, sendBuffer: sendBuffer(of: origin, running)),
                for: origin, of: running),
            for: origin)
    }

    private func sendBuffer(of origin: Origin, _ running: RunningInstance) -> Int? {
        origin.sendBuffer.map { Int(clamping: $0) } ?? running.configuration.sendBuffer
    }

    private func listener(
        _ configuration: Listener.Configuration, for origin: Origin, of running: RunningInstance
    ) throws -> Listener {
        let id = running.id
        do throws(SocketError) {
            return try Listener(configuration, in: self) { server, connection in
                server.serve(connection, origin: origin, of: id)
            }
        } catch {
            running.end()
            let code: FixtureServerError.Code = error.code == .addressInUse ? .addressInUse : .addressNotAvailable
            throw FixtureServerError(code, "\(error)", cause: error)
        }
    }

    private func serve(_ connection: Connection, origin: Origin, of id: String) {
        guard let served = instances[id]?.accept(connection, origin: origin) else { return connection.close() }
        served.task = loop.spawn(name: "connection") {
            // Naming the actor makes the task its own, with everything that lives in it.
            _ = self
            await served.serve()
        }
    }

    private func sweep(_ running: RunningInstance) {
        let timer = LoopTimer(on: loop) { [weak self, weak running] in
            guard let running else { return }
            running.endIdleConnections()
            if let self, running.hasExpired { expire(running.id) }
        }
        let patience = min(configuration.limits.idleTime, running.lease?.idleTime ?? configuration.limits.idleTime)
        timer.schedule(every: max(.milliseconds(10), patience / 4))
        sweeps[running.id] = timer
    }

    // MARK: What handles ask for

    func open(_ gate: String, count: Int?, in id: String) {
        instances[id]?.gates.open(gate, count: count)
    }

    func advance(by stretch: Duration, in id: String) async {
        guard configuration.clock == .manual else { return }
        await instances[id]?.clock.advance(by: stretch)
    }

    func held(_ gate: String, in id: String) -> [ExchangeID] {
        instances[id]?.gates.held(at: gate) ?? []
    }

    func gates(in id: String) -> [String] {
        instances[id]?.gateNames ?? []
    }

    func longestWaitingGate(in id: String) -> String? {
        instances[id]?.gates.longestWaiting
    }

    func record(of exchange: ExchangeID, in id: String) -> ExchangeRecord? {
        instance(id)?.log.record(of: exchange)
    }

    /// The instance of a name, running or among the last that ended.
    func instance(_ id: String) -> RunningInstance? {
        instances[id] ?? ended.first { $0.id == id }
    }

    func end(_ id: String) async -> Journal {
        guard let running = instances.removeValue(forKey: id) else { return await journal(of: id) }
        sweeps[id] = nil
        ended.append(running)
        if ended.count > Self.mostEnded { ended.removeFirst() }
        await finish(running)
        return await journal(of: id)
    }

    /// Ends the connections of an instance, and its story.
    ///
    /// Those over which the control API is asked end last: who follows the story over them is to have its end, too. Whoever
    /// does not read it is not waited for.
    private func finish(_ running: RunningInstance) async {
        running.end()
        await running.drained { !$0.isControlling }
        running.log.history.append(.finished, at: running.log.now)
        let patience = LoopTimer(on: loop) { [weak running] in running?.stopAll() }
        patience.schedule(after: .seconds(1))
        await running.drained { _ in true }
        patience.cancel()
    }

    /// How many ended instances may still be read; a judge needs the last one, and memory is not endless.
    private static let mostEnded = 32
}
