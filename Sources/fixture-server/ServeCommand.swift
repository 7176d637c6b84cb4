import CommandLineOptions
import EventLoop
import FixtureServer
import Foundation
import Scenarios

/// `fixture-server` and `fixture-server --scenario ID`: serves until a signal, or the time, ends it.
struct ServeCommand {
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() async -> Int32 {
        let ids = arguments.values(of: ServerCommand.scenario)
        let offer: Offer
        do throws(ScenarioError) {
            let catalog = try arguments.catalog()
            offer = ids.isEmpty ? .showcase(catalog) : .scenarios(try load(ids, from: catalog))
        } catch {
            Terminal.note("fixture-server: \(error)")
            return ExitCode.usage
        }
        return await serve(offer)
    }

    /// What there is to connect to.
    private enum Offer {
        /// Scenarios, each with ports of its own.
        case scenarios([Scenario])
        /// Everything, on one port.
        case showcase(ScenarioCatalog)
    }

    private func load(_ words: [String], from catalog: ScenarioCatalog) throws(ScenarioError) -> [Scenario] {
        let fixtures = arguments.fixtureLibrary
        var scenarios: [Scenario] = []
        for word in words {
            if ScenarioCatalog.isFile(word) {
                scenarios += try ScenarioCatalog.load(file: word, fixtures: fixtures)
            } else {
                scenarios.append(try catalog.load(word, fixtures: fixtures))
            }
        }
        return scenarios
    }

    private func serve(_ offer: Offer) async -> Int32 {
        let loop = EventLoop(name: "fixture-server")
        let signals = await loop.signals(SIGINT, SIGTERM)
        let server = FixtureServer(configuration: configuration(on: loop))
        do {
            let (instances, isShowcase) = try await start(offer, on: server)
            Terminal.say(try ReadyLine(instances, isShowcase: isShowcase).text())
            let log = AccessLog(style: style)
            let tasks = instances.map { instance in Task { await log.follow(instance) } }
            let keys = arguments[ServerCommand.hold] ? GateKeys(instances) : nil
            keys?.listen()
            await wait(for: signals)
            for instance in instances { log.summarise(await instance.end()) }
            for task in tasks { await task.value }
            return ExitCode.success
        } catch {
            await server.close()
            Terminal.note("fixture-server: \(error)")
            return 1
        }
    }

    private func start(_ offer: Offer, on server: FixtureServer) async throws -> ([Instance], isShowcase: Bool) {
        let seed = arguments[ServerCommand.seed] ?? 0
        switch offer {
        case .showcase(let catalog):
            return ([try await server.startShowcase(of: catalog, seed: seed)], true)
        case .scenarios(let scenarios):
            var instances: [Instance] = []
            for scenario in scenarios { instances.append(try await server.start(scenario, seed: seed)) }
            return (instances, false)
        }
    }

    private func configuration(on loop: EventLoop) -> FixtureServer.Configuration {
        let host = arguments[ServerCommand.host] ?? "127.0.0.1"
        if !["127.0.0.1", "::1", "localhost"].contains(host), !host.hasPrefix("127.") {
            Terminal.note("fixture-server: listening on \(host): everyone who can reach this machine can connect")
        }
        return FixtureServer.Configuration(
            loop: loop, host: host, port: UInt16(arguments[ServerCommand.port] ?? 0),
            speed: arguments[ServerCommand.speed] ?? 1, root: arguments.fixtures,
            gates: arguments[ServerCommand.hold] ? .shut : .openWhenReached)
    }

    private var style: AccessLog.Style {
        if arguments[ServerCommand.quiet] { return .quiet }
        return arguments[ServerCommand.verbose] ? .verbose : .plain
    }

    /// Waits for the first signal, or until the time is over.
    private func wait(for signals: AsyncStream<Int32>) async {
        await withTaskGroup { group in
            group.addTask { for await _ in signals { return } }
            if let duration = arguments[ServerCommand.duration] {
                group.addTask { try? await Task.sleep(for: duration) }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
