import CommandLineOptions
import EventLoop
import FixtureServer
import Foundation

/// `fixture-server trace URL`: what happens in a running server, one line for each event.
struct TraceCommand {
    static let json = Flag("json", "show the events as the JSON objects they are")
    static let instance = Option<String>(
        "instance", placeholder: "ID", "the instance, such as i2; without one, the one whose port is asked")
    static let from = Option<Int>(
        "from", placeholder: "N", "the number of the first event, 0 unless said", in: 0...Int.max)
    static let once = Flag("once", "show what has happened until now, and end")
    static let token = Option<String>("token", placeholder: "TOKEN", "the token of a server beyond loopback")

    static let command = Command(
        "trace", "Shows what happens in a running server, one line for each event",
        discussion: """
            URL is what the ready line of the server says under url or control, with an
            address for a host. It goes on until the instance ends, and says each event
            with its time in milliseconds, its connection and its exchange.

            Try: fixture-server trace http://127.0.0.1:8080
            """,
        options: [json, instance, from, once, token], operands: .one("URL"))

    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() async -> Int32 {
        guard let address = ControlAddress(arguments.operands[0]) else {
            Terminal.note(
                "fixture-server: '\(arguments.operands[0])' is no URL such as http://127.0.0.1:8080; "
                    + "the host is an address or localhost")
            return ExitCode.usage
        }
        let id = arguments[Self.instance] ?? "default"
        let query = "from=\(arguments[Self.from] ?? 0)&follow=\(!arguments[Self.once])"
        let client = ControlClient(address, token: arguments[Self.token])
        do {
            var hasFinished = false
            try await client.lines(of: "/instances/\(id.percentEncoded)/events?\(query)") { line in
                hasFinished = show(line) || hasFinished
            }
            if hasFinished || arguments[Self.once] { return ExitCode.success }
            Terminal.note("fixture-server: the server ended the trace before the instance ended")
        } catch {
            Terminal.note("fixture-server: \(error)")
        }
        return 1
    }

    /// Shows an event; the result says whether it is the last of its instance.
    private func show(_ line: [UInt8]) -> Bool {
        let known = try? JSONDecoder().decode(JournalLine.self, from: Data(line))
        // What another version says that is not known here is better shown than swallowed.
        let text = arguments[Self.json] ? nil : known?.event.description
        Terminal.say(text ?? String(decoding: line, as: UTF8.self))
        if case .finished? = known?.event.kind { return true }
        return false
    }
}

extension String {
    /// As a part of a path.
    fileprivate var percentEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: "/")))
            ?? self
    }
}
