import ChildProcesses
import CommandLineOptions
import EventLoop
import Foundation
import Scenarios

/// `fixture-server run … -- COMMAND`: a command that has a server for as long as it runs.
struct RunCommand {
    static let file = Option<String>(
        "serve", placeholder: "FILE", "a file of your own to serve, as 'fixture-server serve' does", repeats: true)

    static let command = Command(
        "run", "Runs a command that has a server for as long as it runs",
        discussion: """
            FIXTURE_SERVER_URL in the command's environment says where the server is; with
            several scenarios it is the first one's address, and each has its own in
            FIXTURE_SERVER_URL_ID, the id in upper case with _ for what is no letter or
            digit. Further origins of a scenario are in FIXTURE_SERVER_URL_ORIGIN, or
            FIXTURE_SERVER_URL_ID_ORIGIN.

            The standard streams are the command's; the log is on the standard error too.
            SIGINT, SIGTERM, SIGHUP and SIGQUIT are passed on, and nothing that the command
            started in its process group is left behind. The exit code is the command's,
            128 and the signal's number where one ended it, 127 where there is no such
            command and 126 where it cannot be started.

            Try: fixture-server run --scenario slow-chunks -- \\
                 sh -c 'curl -O $FIXTURE_SERVER_URL/photo.jpg'
            """,
        options: [ServerOptions.scenario, file, ServerOptions.root] + ServerOptions.serving + BehaviourOptions.all,
        operands: .init("COMMAND", 1...Int.max, endsOptions: true))

    /// Exit codes that shells give for commands that do not come to run.
    private static let notStarted: Int32 = 126
    private static let notFound: Int32 = 127

    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() async -> Int32 {
        let loop = EventLoop(name: "fixture-server")
        let signals = await loop.signals(SIGINT, SIGTERM, SIGHUP, SIGQUIT)
        do {
            let offer = try offer()
            let service = try await Service(offer, arguments, holds: offer.holds, on: loop)
            let code = await run(with: service, signals, on: loop)
            await service.end()
            return code
        } catch {
            return Failure.report(error)
        }
    }

    private func offer() throws -> Offer {
        let files = arguments.values(of: Self.file)
        let words = BehaviourOptions.behaviour(of: arguments)
        if let word = words.words.first, files.isEmpty {
            throw UsageError(command: arguments.command, message: "'--\(word.key)' is about files; name one by --serve")
        }
        guard !files.isEmpty else { return try Offer(arguments) }
        guard arguments.values(of: ServerOptions.scenario).isEmpty else {
            throw UsageError(command: arguments.command, message: "'--serve' and '--scenario' exclude each other")
        }
        return .files(files.map { URL(filePath: $0) }, words)
    }

    private func run(with service: Service, _ signals: AsyncStream<Int32>, on loop: EventLoop) async -> Int32 {
        let variables: [String: String]
        do throws(ServerVariables.Clash) {
            variables = try ServerVariables.of(service.instances)
        } catch {
            Terminal.note("fixture-server: \(error)")
            return ExitCode.usage
        }
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        guard let command = ChildCommand.typed(arguments.operands, environment: environment) else {
            Terminal.note("fixture-server: there is no command '\(arguments.operands[0])'")
            return Self.notFound
        }
        do throws(SpawnError) {
            let process = try ForegroundProcess(command, on: loop)
            let forwarding = Task { for await signal in signals { process.signal(signal) } }
            defer { forwarding.cancel() }
            return code(of: await process.exit())
        } catch {
            Terminal.note("fixture-server: \(error)")
            return error.errno == ENOENT ? Self.notFound : Self.notStarted
        }
    }

    private func code(of status: ExitStatus?) -> Int32 {
        switch status {
        case .exited(let code)?: code
        case .killed(let signal)?: 128 + signal
        case nil: 1
        }
    }
}
