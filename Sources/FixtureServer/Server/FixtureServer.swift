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

    private var instances: [String: RunningInstance] = [:]
    private var sweeps: [String: LoopTimer] = [:]
    /// Instances that have ended and may still be read, oldest first.
    private var ended: [RunningInstance] = []
    private var count = 0
    private var fixtures: FixtureLibrary?

    /// Makes a server; nothing is bound before an instance starts.
    public init(configuration: Configuration) {
        self.configuration = configuration
    }

    /// Starts an instance of a scenario, with a port of its own for each of the scenario's origins.
    ///
    /// - Parameters:
    ///   - scenario: What to play.
    ///   - seed: What jitter is drawn from.
    /// - Returns: The handle of the instance, ready to be connected to.
    /// - Throws: ``FixtureServerError`` when a port cannot be had or a body's file is missing.
    public func start(_ scenario: Scenario, seed: UInt64 = 0) async throws -> Instance {
        if let word = scenario.unsupportedWord {
            throw FixtureServerError(.unsupported, "Scenario \(scenario.id): this server does not do '\(word)' yet")
        }
        return try launch(scenario, seed: seed)
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
        try launch(
            Scenario(
                id: "showcase", file: "", title: "Everything there is", why: "Whoever looks around needs no scenario."),
            seed: seed, catalog: catalog)
    }

    /// Ends every instance.
    public func close() async {
        for id in Array(instances.keys) { _ = await end(id) }
    }

    // MARK: Starting

    func launch(
        _ scenario: Scenario, seed: UInt64, catalog: ScenarioCatalog? = nil, files: FixtureLibrary? = nil
    ) throws -> Instance {
        count += 1
        let started = ContinuousClock.now
        let running = RunningInstance(
            id: "i\(count)", scenario: scenario, seed: seed, configuration: configuration,
            fixtures: try files ?? library(), catalog: catalog, servesFiles: files != nil,
            date: HTTPDate(secondsSince1970: Int64(Date().timeIntervalSince1970)))
        do {
            try running.checkContents()
        } catch {
            throw FixtureServerError(.missingFixture, "Scenario \(scenario.id): \(error)", cause: error)
        }
        for origin in scenario.origins { try listen(for: origin, of: running) }
        instances[running.id] = running
        sweep(running)
        return Instance(
            id: running.id, scenario: scenario, seed: seed, urls: running.authorities.mapValues { "http://\($0)" },
            started: started, server: self, history: running.log.history)
    }

    private func library() throws -> FixtureLibrary? {
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
        let port = origin.name == running.scenario.origins.first?.name ? Int(configuration.port) : 0
        let id = running.id
        do throws(SocketError) {
            let listener = try Listener(
                Listener.Configuration(host: configuration.host, port: port), in: self
            ) { server, connection in
                server.serve(connection, origin: origin, of: id)
            }
            running.add(listener, for: origin)
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
        let timer = LoopTimer(on: loop) { [weak running] in running?.endIdleConnections() }
        timer.schedule(every: max(.milliseconds(10), configuration.limits.idleTime / 4))
        sweeps[running.id] = timer
    }

    // MARK: What handles ask for

    func open(_ gate: String, count: Int?, in id: String) {
        instances[id]?.gates.open(gate, count: count)
    }

    func held(_ gate: String, in id: String) -> [ExchangeID] {
        instances[id]?.gates.held(at: gate) ?? []
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
        running.end()
        await running.drained()
        running.log.history.append(.finished, at: running.log.now)
        return await journal(of: id)
    }

    /// How many ended instances may still be read; a judge needs the last one, and memory is not endless.
    private static let mostEnded = 32
}
