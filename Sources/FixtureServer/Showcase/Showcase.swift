internal import Fixtures
internal import HTTPMessages
internal import Scenarios

/// All fixtures and all scenarios behind one port: what a path means is found out when it is first asked for.
///
/// On the loop, owned by the running instance. Files are read off the loop.
final class Showcase {
    /// Where every scenario has its folder.
    static let folder = "/s"

    let catalog: ScenarioCatalog
    let fixtures: FixtureLibrary?
    /// The scenarios that somebody asked for, by the path they are mounted at.
    private var mounts: [String: Scenario] = [:]

    init(catalog: ScenarioCatalog, fixtures: FixtureLibrary?) {
        self.catalog = catalog
        self.fixtures = fixtures
    }

    /// Makes sure that what a path means is among the instance's resources, or gives the page that answers instead.
    func page(for request: HTTPRequestHead, of instance: RunningInstance) async -> Page? {
        let path = request.path
        guard instance.resources.resource(path, on: Self.origin) == nil else { return nil }
        let pages = PageWriter(base: base(of: request, instance), gatesHold: instance.configuration.gates.holds)
        switch path {
        case "/", Self.folder, Self.folder + "/":
            return pages.front(await ShowcaseIndex.read(catalog, fixtures)).only(for: request)
        case _ where path.hasPrefix(Self.folder + "/"):
            return await scenarioPage(for: request, pages, instance)
        default:
            return await fixturePage(for: path, pages, instance)
        }
    }

    /// Makes sure that a scenario is among the instance's resources whose gates begin with its id, as this one's name does.
    func mount(gate: String, of instance: RunningInstance) async {
        guard mount(of: Self.folder + "/" + gate.percentEncodedPath) == nil else { return }
        if case .found(let scenario) = await ShelfSearch.scenario(at: gate, catalog, fixtures) {
            mount(scenario, of: instance)
        }
    }

    /// The path as the scenario knows it that is mounted there.
    func pathInScenario(_ path: String) -> String {
        guard let mount = mount(of: path) else { return path }
        return String(path.dropFirst(mount.count))
    }

    /// Whether a path is that of a plain fixture, if of anything.
    func isFixture(_ path: String) -> Bool { !path.hasPrefix(Self.folder + "/") }

    static let origin = "main"

    // MARK: Fixtures

    private func fixturePage(for path: String, _ pages: PageWriter, _ instance: RunningInstance) async -> Page? {
        let name = PercentEncoding.decoded(path.dropFirst())
        // One spelling of each path, so that what is kept is bounded by the files there are; no hidden files.
        let isPlain =
            path == "/" + name.percentEncodedPath && !name.split(separator: "/").contains { $0.hasPrefix(".") }
        guard isPlain, let fixtures, await fixtures.has(name) else {
            return pages.notFound(path, meant: await Suggestion.fixture(name, fixtures, catalog))
        }
        let answer = Answer(body: .file(name))
        instance.resources.add([
            Resource(path: ResourcePath(path: path), answer: answer, location: instance.scenario.location)
        ])
        return nil
    }

    // MARK: Scenarios

    private func scenarioPage(
        for request: HTTPRequestHead, _ pages: PageWriter, _ instance: RunningInstance
    ) async -> Page? {
        let path = request.path
        if mount(of: path) == nil {
            switch await ShelfSearch.scenario(at: PercentEncoding.decoded(path.dropFirst(3)), catalog, fixtures) {
            case .found(let scenario): mount(scenario, of: instance)
            case .faulty(let file): return pages.faulty(file)
            case .nothing:
                let index = await ShowcaseIndex.read(catalog, fixtures)
                let id = PercentEncoding.decoded(path.dropFirst(3))
                if let below = index.below(id) { return pages.group(id, below).only(for: request) }
                return pages.notFound(path, meant: Suggestion.scenario(id, among: index.ids))
            }
        }
        guard let mount = mount(of: path), let scenario = mounts[mount] else { return pages.notFound(path, meant: nil) }
        if instance.resources.resource(path, on: Self.origin) != nil { return nil }
        guard path == mount || path == mount + "/" else {
            if let obstacle = scenario.obstacle { return pages.unplayable(scenario, obstacle) }
            let known = scenario.resources.map { mount + $0.path.path }
            return pages.notFound(path, in: scenario, meant: Suggestion.path(path, among: known))
        }
        if request.method == .delete {
            reset(mount, of: instance)
            return pages.reset(scenario)
        }
        let lengths = await Lengths.read(fixtures)
        return pages.scenario(scenario, lengths).only(for: request, allowing: ["DELETE"])
    }

    private func mount(_ scenario: Scenario, of instance: RunningInstance) {
        let mount = scenario.mountPath
        guard mounts[mount] == nil else { return }
        mounts[mount] = scenario
        guard scenario.obstacle == nil else { return }
        instance.resources.add(scenario.resources(mountedAt: mount))
    }

    /// Forgets a scenario with all that was counted; the next request reads its file again.
    private func reset(_ mount: String, of instance: RunningInstance) {
        guard let scenario = mounts.removeValue(forKey: mount) else { return }
        instance.forget(below: mount + "/")
        instance.gates.shut(below: scenario.id + "/")
    }

    /// The path of the mounted scenario that a path lies in; the longest, for ids may begin with one another.
    private func mount(of path: String) -> String? {
        var end = path.endIndex
        while let slash = path[..<end].lastIndex(of: "/") {
            let start = String(path[..<end])
            if mounts[start] != nil { return start }
            end = slash
        }
        return nil
    }

    // MARK: Addresses

    /// The address that the client itself used, so that what is printed can be copied; ours where it gave none.
    private func base(of request: HTTPRequestHead, _ instance: RunningInstance) -> String {
        let own = instance.authority(of: Self.origin)
        guard let host = request.fields["Host"], !host.isEmpty, host.utf8.allSatisfy(Self.isPlain) else {
            return "http://" + own
        }
        return "http://" + host
    }

    /// Whether a byte may stand in a host and port, and means nothing to a shell or in HTML.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}

extension FixtureServer.GateRule {
    /// Whether gates stay shut until somebody opens them.
    var holds: Bool { if case .shut = self { true } else { false } }
}
