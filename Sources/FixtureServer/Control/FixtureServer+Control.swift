internal import EventLoop
internal import Fixtures
internal import HTTPMessages
internal import Scenarios
internal import Spelling

/// The control API, request by request.
extension FixtureServer {
    /// Answers a request that the guard let pass.
    func answer(_ request: ControlRequest) async -> ControlReply {
        do throws(Problem) {
            let (route, names) = try ControlRoute.find(request.head.method, request.path)
            let query = try request.query(route)
            return try await answer(route, names, query, request)
        } catch {
            return .problem(error)
        }
    }

    private func answer(
        _ route: ControlRoute, _ names: [String: String], _ query: [String: String], _ request: ControlRequest
    ) async throws(Problem) -> ControlReply {
        let id = names["instance"] ?? ""
        let gate = names["gate"] ?? ""
        switch route {
        case .index:
            return try .json(
                IndexView(
                    instances: Control.prefix + "/instances", description: Control.prefix + "/openapi.json",
                    home: request.home))
        case .description: return .message(200, PackageResources.openapi_json, type: "application/json", fields: [:])
        case .instances: return try .json(InstancesView(instances: listed.map { InstanceView($0) }))
        case .makeInstance: return try await make(try request.wish(InstanceWish.self))
        case .instance: return try .json(InstanceView(try known(id, request)))
        case .endInstance: return try await dispose(of: try running(id, request))
        case .reset:
            _ = try request.wish(NoWish.self)
            return try await resetting(try running(id, request).id)
        case .gates:
            let running = try known(id, request)
            return try .json(GatesView(gates: running.gateNames.map { GateView($0, of: running) }))
        case .gate: return try .json(try await view(of: gate, in: try known(id, request)))
        case .openGate:
            return try await open(gate, try request.wish(OpeningWish.self), in: try running(id, request))
        case .journal: return try await .long(await journal(of: try known(id, request).id))
        case .events: return try events(of: try known(id, request), query)
        case .wait: return try await wait(for: try WaitCondition(query), in: try running(id, request), query, request)
        }
    }

    // MARK: Instances

    /// Those that run, in the order of their making.
    private var listed: [RunningInstance] {
        instances.values.sorted { ($0.id.count, $0.id) < ($1.id.count, $1.id) }
    }

    /// The instance of a name, running or among the last that ended.
    private func known(_ id: String, _ request: ControlRequest) throws(Problem) -> RunningInstance {
        let id = id == "default" ? request.home : id
        guard let running = instance(id) else {
            throw Problem(
                .notFound, "There is no instance '\(id)'.",
                meant: Spelling.nearest(to: id, among: listed.map(\.id) + ["default"]))
        }
        running.touch()
        return running
    }

    private func running(_ id: String, _ request: ControlRequest) throws(Problem) -> RunningInstance {
        let running = try known(id, request)
        guard !running.isEnded else { throw Problem(.gone, "The instance \(running.id) has ended.") }
        return running
    }

    private func make(_ wish: InstanceWish) async throws(Problem) -> ControlReply {
        guard let control = configuration.control else { throw Problem(.failed, "There is no control API.") }
        let scenario = try await Self.load(wish.scenario, control.catalog, try? library())
        guard instances.values.count(where: { $0.lease != nil }) < control.mostInstances else {
            throw Problem(
                .tooMany, "\(control.mostInstances) instances are running; DELETE one, or wait until one expires.")
        }
        do {
            let made = try start(
                scenario, seed: wish.seed, speed: wish.speed ?? configuration.speed,
                gates: wish.gates == .open ? .openWhenReached : .shut,
                lease: Lease(idleTime: wish.idleTime ?? control.idleTime))
            guard let running = instances[made.id] else { throw Problem(.failed, "The instance has ended at once.") }
            return try .json(
                InstanceView(running), status: 201,
                fields: ["Location": "\(Control.prefix)/instances/\(made.id)"])
        } catch let problem as Problem {
            throw problem
        } catch let error as FixtureServerError {
            let isScenario = error.code == .unsupported || error.code == .missingFixture
            throw Problem(isScenario ? .unplayable : .failed, error.description + ".")
        } catch {
            throw Problem(.failed, "\(error)")
        }
    }

    /// Files are read off the loop.
    @concurrent private static func load(
        _ id: String, _ catalog: ScenarioCatalog, _ fixtures: FixtureLibrary?
    ) async throws(Problem) -> Scenario {
        do throws(ScenarioError) {
            return try catalog.load(id, fixtures: fixtures)
        } catch  where error.code == .unknown {
            let known = (try? catalog.ids()) ?? []
            throw Problem(
                .unknownScenario, "There is no scenario '\(id)'.", meant: Spelling.nearest(to: id, among: known))
        } catch {
            throw Problem(.unplayable, error.description)
        }
    }

    private func dispose(of running: RunningInstance) async throws(Problem) -> ControlReply {
        guard running.lease != nil else {
            throw Problem(.notPossible, "The instance \(running.id) lives as long as the server; it can be reset.")
        }
        _ = await end(running.id)
        return .done
    }

    private func resetting(_ id: String) async throws(Problem) -> ControlReply {
        _ = await reset(id)
        guard let fresh = instances[id] else { throw Problem(.gone, "The instance \(id) has ended.") }
        return try .json(InstanceView(fresh))
    }

    // MARK: Gates

    private func view(of gate: String, in running: RunningInstance) async throws(Problem) -> GateView {
        await running.showcase?.mount(gate: gate, of: running)
        let names = running.gateNames
        guard names.contains(gate) else {
            throw Problem(
                .notFound, "The instance \(running.id) has no gate '\(gate)'.",
                meant: Spelling.nearest(to: gate, among: names))
        }
        return GateView(gate, of: running)
    }

    private func open(
        _ gate: String, _ wish: OpeningWish, in running: RunningInstance
    ) async throws(Problem) -> ControlReply {
        guard gate != Step.forever else {
            throw Problem(.notPossible, "The gate '\(gate)' never opens; that is what it is for.")
        }
        _ = try await view(of: gate, in: running)
        running.gates.open(gate, count: wish.count)
        return try .json(GateView(gate, of: running))
    }

    // MARK: Events

    private func events(of running: RunningInstance, _ query: [String: String]) throws(Problem) -> ControlReply {
        let first = try query.number("from", from: 0) ?? 0
        let follows: Bool
        switch query["follow"] {
        case nil, "false", "0": follows = false
        case "", "true", "1": follows = true
        case let other?: throw Problem(.badRequest, "The query says follow=\(other); expected true or false.")
        }
        return .events(running.log.history, instance: running.id, from: first, follows: follows)
    }

    private func wait(
        for condition: WaitCondition, in running: RunningInstance, _ query: [String: String], _ request: ControlRequest
    ) async throws(Problem) -> ControlReply {
        if case .reached(let gate, _) = condition { _ = try await view(of: gate, in: running) }
        let longest = configuration.control?.longestWait ?? .seconds(600)
        let limit = try query.duration("limit") ?? .seconds(10)
        guard limit <= longest else {
            throw Problem(.badRequest, "The limit is longer than \(longest.inSeconds) seconds.")
        }
        running.lease?.watchers += 1
        defer {
            running.lease?.watchers -= 1
            running.touch()
        }
        let clock = LoopClock(on: loop)
        let history = running.log.history
        while true {
            let next = history.next
            if let view = try condition.view(of: running) { return try .json(view) }
            guard history.mayHave(next) else {
                throw Problem(.gone, "The instance \(running.id) ended before \(condition).")
            }
            guard clock.now < limit, request.mayWait, !Task.isCancelled else {
                throw Problem(.limitPassed, "\(limit.inSeconds) seconds passed before \(condition).")
            }
            await withTaskGroup { group in
                group.addTask { await history.await(next) }
                group.addTask { try? await clock.sleep(until: limit) }
                await group.next()
                group.cancelAll()
            }
        }
    }
}
