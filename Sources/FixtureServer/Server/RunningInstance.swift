internal import EventLoop
internal import Fixtures
internal import HTTPMessages
internal import Scenarios

/// The state of one run of a scenario: ports, attempts, gates, versions, journal; on the loop.
final class RunningInstance {
    let id: String
    let scenario: Scenario
    let seed: UInt64
    let configuration: FixtureServer.Configuration
    let clock: LoopClock
    let gates: GateBoard
    let log: InstanceLog
    /// The moment that the log counts from.
    let started = ContinuousClock.now
    /// How long it lives unused; nil lives as long as the server.
    var lease: Lease?
    /// What answers for the control API on its first origin, if that is there.
    var controller: Controller?
    /// What all connections share, where the scenario limits it.
    var link: LinkSchedule?
    private(set) var authorities: [String: String] = [:]

    /// Answers ready to be sent, by origin and path; nil where a resource can have none.
    var prepared: [String: [String: PreparedAnswer?]] = [:]
    var resources: ResourceTable
    /// What finds further resources, on a port that shows all there is.
    let showcase: Showcase?
    /// Whether it serves files of somebody's own, at their names.
    let servesFiles: Bool
    /// What is known of bodies, for what the query of a URL says about them.
    let facts: BodyFacts
    /// The nonce of all challenges.
    let nonce = AccessRule.makeNonce()
    /// How long the codes are that were measured.
    var codeLengths: [CodeKey: Int64] = [:]
    /// Where files are.
    let fixtures: FixtureLibrary?
    private var contents: ContentLibrary
    private var versions: [RepresentationVersion.Key: RepresentationVersion] = [:]
    private var versionsByID: [RepresentationVersion] = []
    /// What listens on the port of each origin.
    private(set) var listeners: [String: Listener] = [:]
    /// What else listens for the first origin.
    private var doors: [Listener] = []
    /// How many connections each origin has accepted.
    private var accepted: [String: Int] = [:]
    private(set) var connections: [ConnectionID: ServedConnection] = [:]
    private(set) var isEnded = false
    let firstDate: HTTPDate
    private let firstDateTime: Duration

    init(
        id: String, scenario: Scenario, seed: UInt64, configuration: FixtureServer.Configuration,
        fixtures: FixtureLibrary?, catalog: ScenarioCatalog? = nil, servesFiles: Bool = false, date: HTTPDate
    ) {
        self.id = id
        self.scenario = scenario
        self.seed = seed
        self.configuration = configuration
        clock = LoopClock(configuration.kindOfClock, on: configuration.loop)
        gates = GateBoard(rule: configuration.gates)
        log = InstanceLog(limits: configuration.limits)
        link = scenario.link.map(LinkSchedule.init(rate:))
        resources = ResourceTable(scenario.resources)
        showcase = catalog.map { Showcase(catalog: $0, fixtures: fixtures) }
        self.servesFiles = servesFiles
        facts = BodyFacts(fixtures: fixtures)
        self.fixtures = fixtures
        contents = ContentLibrary(fixtures: fixtures)
        firstDate = date
        firstDateTime = log.now
    }

    /// The date of an answer sent now.
    var date: HTTPDate { date(at: log.now) }

    func date(at time: Duration) -> HTTPDate {
        firstDate.advanced(bySeconds: (time - firstDateTime).components.seconds)
    }

    /// Host and port of an origin.
    func authority(of origin: String) -> String { authorities[origin] ?? "" }

    // MARK: Ports

    /// Makes sure of every file that a body is made of, without reading any.
    func checkContents() throws {
        for source in resources.answers.flatMap(\.sources) { try contents.check(source) }
    }

    /// Takes another way to an origin into use.
    func add(_ listener: Listener) { doors.append(listener) }

    /// Takes a port of an origin into use.
    func add(_ listener: Listener, for origin: Origin) {
        listeners[origin.name] = listener
        let host = origin.host ?? configuration.reachableHost
        authorities[origin.name] = host.contains(":") ? "[\(host)]:\(listener.port)" : "\(host):\(listener.port)"
    }

    /// Takes over the ports of an instance that this one takes the place of.
    func takeListeners(of other: RunningInstance) {
        (listeners, doors, authorities) = (other.listeners, other.doors, other.authorities)
        (other.listeners, other.doors) = ([:], [])
        // A port that cannot be listened on again goes on refusing.
        for listener in listeners.values { try? listener.accept() }
    }

    /// Takes over an accepted connection, unless there are too many.
    func accept(_ connection: Connection, origin: Origin) -> ServedConnection? {
        guard !isEnded, connections.count < configuration.limits.connections else {
            log.connectionsRefused += 1
            connection.close()
            return nil
        }
        let number = accepted[origin.name, default: 0]
        accepted[origin.name] = number + 1
        let trouble = origin.connections.indices.contains(number) ? origin.connections[number].actions : []
        let served = ServedConnection(
            connection, entry: log.open(origin: origin.name), trouble: trouble, instance: self)
        connections[served.id] = served
        return served
    }

    /// A connection is over.
    func forget(_ served: ServedConnection) {
        connections[served.id] = nil
    }

    /// Ends connections that have been silent for too long.
    func endIdleConnections() {
        let now = log.now
        for served in connections.values {
            guard let since = served.idleSince, now - since >= configuration.limits.idleTime else { continue }
            served.stop(.timeout)
        }
    }

    /// Ends everything.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        for listener in Array(listeners.values) + doors { listener.close() }
        (listeners, doors) = ([:], [])
        // Whoever asks the control API for this end is to hear of it.
        for served in connections.values where !served.isControlling { served.stop(.stopped) }
    }

    /// Waits until every connection is over that is meant.
    func drained(_ isMeant: (ServedConnection) -> Bool) async {
        while let served = connections.values.first(where: isMeant) {
            await served.task?.value
            forget(served)
        }
    }

    /// Stops every connection, whatever it is doing.
    func stopAll() {
        for served in connections.values { served.stop(.stopped) }
    }

    // MARK: Answers

    /// What plays the answer to a request.
    struct Casting {
        var plan: AnswerPlan
        var answer: Answer
        var version: RepresentationVersion?
        /// The code of the whole, where it was made beforehand.
        var made: Content?
        var occurrence = 0
    }

    /// Decides what a request is answered with, and records the decision; the URL may have said how.
    func cast(
        _ request: HTTPRequestHead, for exchange: Exchange, isReused: Bool, answering answer: Answer? = nil
    ) -> Casting {
        let path = request.path
        if configuration.isShared, let preflight = preflight(request, exchange) { return preflight }
        guard var resource = resources.resource(path, on: exchange.record.origin) else {
            exchange.requested(resource: nil, path: path)
            return refusal(404, nothing(at: path), for: request)
        }
        if let answer { resource.answer = answer }
        if resource.isShared, !resource.names(request.method), let preflight = preflight(request, exchange) {
            return preflight
        }
        guard Self.methods.contains(request.method.rawValue) || resource.names(request.method) else {
            exchange.requested(resource: resource.path.description, path: path)
            return refusal(
                405, "\(request.method) is not served.", fields: ["Allow": Self.methods.joined(separator: ", ")],
                for: request)
        }
        let choice = resources.choose(resource, for: request, path: path, onReusedConnection: isReused)
        exchange.requested(
            resource: resource.path.description, path: path, occurrence: choice.occurrence, attempt: choice.attempt)
        do {
            return try cast(choice, path: path, request: request, exchange: exchange)
        } catch {
            return refusal(500, "The body of \(path) cannot be had: \(error)", for: request)
        }
    }

    private func cast(
        _ choice: ResourceTable.Choice, path: String, request: HTTPRequestHead, exchange: Exchange
    ) throws -> Casting {
        let answer = choice.answer
        let version = try version(of: answer.raw ?? answer.body, path: pathInScenario(path))
        let coded = try coded(answer, version, for: request)
        let facts = representationFacts(of: version, for: answer, path: path, coded)
        let planner = AnswerPlanner(
            answer: answer, facts: facts, date: date, nonce: nonce, isShared: configuration.isShared,
            authority: authority(of:))
        let plan = planner.plan(for: request)
        exchange.planned(
            framing: plan.framing,
            representation: ExchangeRecord.Representation(
                id: version.id, etag: facts.entityTag, lastModified: facts.lastModified, length: facts.length),
            served: plan.served, coding: plan.coding)
        return Casting(
            plan: plan, answer: answer, version: version, made: coded.made, occurrence: choice.occurrence)
    }

    private func nothing(at path: String) -> String {
        guard servesFiles else { return "The scenario \(scenario.id) has no resource \(path)." }
        return "There is no \(path) here, but " + scenario.resources.map(\.path.path).joined(separator: ", ")
    }

    func refusal(
        _ status: Int, _ text: String, fields: HTTPFields = [:], for request: HTTPRequestHead
    ) -> Casting {
        var fields = fields
        if configuration.isShared { fields.append(contentsOf: CrossOrigin(request).fields(exposing: [])) }
        return Casting(
            plan: AnswerPlan.refusal(status, text, fields: fields, for: request, at: date), answer: Answer(),
            version: nil)
    }

    /// What resources answer to, unless an attempt names another method.
    static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    func version(of source: BodySource, path: String) throws -> RepresentationVersion {
        let key = RepresentationVersion.Key(source: source, path: source.dependsOnPath ? path : nil)
        if let known = versions[key] { return known }
        let item = try contents.item(for: source, path: path, authority: authority(of:))
        let version = RepresentationVersion(id: RepresentationID(versionsByID.count + 1), item: item)
        versions[key] = version
        versionsByID.append(version)
        return version
    }

    /// The bytes of a fixture.
    func content(ofFile path: String) throws -> Content {
        try contents.item(for: .file(path), path: "", authority: authority(of:)).content
    }

    /// The version of a number, or nil for one that was never served.
    func version(_ id: RepresentationID) -> RepresentationVersion? {
        versionsByID.indices.contains(id.number - 1) ? versionsByID[id.number - 1] : nil
    }

    /// The versions served so far.
    var servedVersions: [RepresentationVersion] { versionsByID }

    /// The bytes of a source that ends, or nil when there are none to be had.
    func bytes(of source: BodySource) -> [UInt8]? {
        guard let item = try? contents.item(for: source, path: "", authority: authority(of:)),
            let length = item.content.length
        else { return nil }
        var bytes: [UInt8] = []
        item.content.append(0..<length, to: &bytes)
        return bytes
    }

    /// What happened so far; digests of versions are put in where they are known.
    func journal() -> Journal {
        var journal = log.snapshot(
            instance: id, scenario: scenario.id, seed: seed, speed: configuration.speedInEffect,
            attemptsUnused: resources.attemptsUnused)
        for index in journal.exchanges.indices {
            guard let id = journal.exchanges[index].representation?.id else { continue }
            journal.exchanges[index].representation?.sha256 = version(id)?.sha256
        }
        return journal
    }
}

extension Resource {
    /// Whether an attempt is for this method by name.
    func names(_ method: HTTPMethod) -> Bool {
        attempts.contains { $0.condition.methods.contains(method.rawValue) }
    }
}

extension Answer {
    /// The code of the body, where only one that was made beforehand is sent.
    private var coded: [BodySource] {
        encoding == .negotiated(.br) && raw == nil ? [body.fileInBrotli.map { .file($0) }].compactMap(\.self) : []
    }

    /// Everything that bytes are taken from.
    var sources: [BodySource] {
        [raw ?? body] + coded + script.compactMap { if case .send(let source) = $0.action { source } else { nil } }
    }
}
