import CommandLineOptions
import EventLoop
import FixtureServer
import Foundation

/// A server with its instances and its log, from the first port to the last line.
struct Service {
    let instances: [Instance]
    /// What the control API wants to see, where strangers can ask it.
    let token: String?
    private let server: FixtureServer
    private let log: AccessLog
    private let followers: Followers
    private let trace: TraceFile?

    /// Starts everything that is offered; when something of it cannot be had, nothing is left running.
    init(_ offer: Offer, _ arguments: ParsedArguments, holds: Bool, on loop: EventLoop) async throws {
        let log = AccessLog(style: AccessLog.Style(arguments), namesScenarios: offer.instances > 1)
        let trace = try arguments[ServerOptions.trace].map { try TraceFile($0) }
        (self.log, self.trace) = (log, trace)
        let followers = Followers { instance in
            async let traced: Void? = trace?.follow(instance)
            await log.follow(instance)
            _ = await traced
        }
        self.followers = followers
        var configuration = Self.configuration(arguments, holds: holds, on: loop, offer.control(arguments))
        configuration.onStart = { followers.follow($0) }
        server = FixtureServer(configuration: configuration)
        token = server.configuration.control?.token
        do {
            instances = try await offer.start(on: server, seed: arguments[ServerOptions.seed] ?? 0)
        } catch {
            await server.close()
            throw error
        }
    }

    /// Ends the instances, and says what came of them.
    func end() async {
        for instance in instances { log.summarise(await instance.end()) }
        await server.close()
        await followers.end()
        if let loss = await trace?.close() { Terminal.note("fixture-server: \(loss)") }
    }

    private static func configuration(
        _ arguments: ParsedArguments, holds: Bool, on loop: EventLoop, _ control: FixtureServer.Control?
    ) -> FixtureServer.Configuration {
        let host = arguments[ServerOptions.host] ?? "127.0.0.1"
        if !["127.0.0.1", "::1", "localhost"].contains(host), !host.hasPrefix("127.") {
            Terminal.note("fixture-server: listening on \(host): everyone who can reach this machine can connect")
        }
        var configuration = FixtureServer.Configuration(
            loop: loop, host: host, port: UInt16(arguments[ServerOptions.port] ?? 0),
            speed: arguments[ServerOptions.speed] ?? 1, root: arguments.fixtures,
            gates: holds ? .shut : .openWhenReached, control: control)
        configuration.sendBuffer = arguments[ServerOptions.sendBuffer]
        configuration.isShared = arguments[ServerOptions.cors]
        configuration.unixSocket = arguments[ServerOptions.unix]
        return configuration
    }
}

extension AccessLog.Style {
    /// The style that the arguments ask for.
    init(_ arguments: ParsedArguments) {
        if arguments[ServerOptions.quiet] {
            self = .quiet
        } else {
            self = arguments[ServerOptions.verbose] ? .verbose : .plain
        }
    }
}
