import CommandLineOptions
import EventLoop
import Scenarios

/// The options that decide where and how something is served.
enum ServerOptions {
    static let scenario = Option<String>(
        "scenario", short: "s", placeholder: "ID",
        "the scenario to play, such as slow-chunks or ./mine.yaml; without one, all are to be had", repeats: true)
    static let port = Option<Int>(
        "port", short: "p", placeholder: "N", "the port of the first origin; 0, the default, is any free one",
        in: 0...65535)
    static let host = Option<String>(
        "host", placeholder: "ADDRESS",
        "the address to listen on, 127.0.0.1 unless said; anything but loopback lets strangers in",
        expected: "an address such as 127.0.0.1, ::1 or 0.0.0.0, or localhost",
        convert: { SocketAddress(host: $0, port: 0) == nil ? nil : $0 })
    static let unix = Option<String>(
        "unix", placeholder: "PATH", "be there on a Unix socket too, which is removed at the end",
        expected: "a path of at most 107 bytes (103 on macOS)",
        convert: { SocketAddress(unixSocket: $0) == nil ? nil : $0 })
    static let root = Option<String>(
        "root", placeholder: "DIR", "the folder that holds Scenarios and Fixtures, or the fixtures themselves")
    static let seed = Option<UInt64>(
        "seed", placeholder: "N", "what jitter is drawn from, 0 unless said", expected: "a whole number from 0",
        convert: { UInt64($0) })
    static let speed = Option<Double>(
        "speed", placeholder: "FACTOR", "let intervals and pauses pass so many times faster, such as 20x",
        expected: "a number above zero such as 20x", convert: speed(of:))
    static let sendBuffer = Option<Int>(
        "send-buffer", placeholder: "SIZE",
        "what waits in the kernel at most for a client that does not read, such as 16KiB",
        expected: "a size from 1B to 1GiB such as 16KiB", convert: sendBuffer(of:))
    static let cors = Flag("cors", "let pages of other origins read every answer (not the control API's)")
    static let hold = Flag(
        "hold", "gates hold until a key opens them: Enter the longest waiting, or type a gate's name")
    static let duration = Option<Duration>(
        "for", placeholder: "DURATION", "end after so long, such as 60s", expected: "a duration such as 60s or 5min",
        convert: { try? Notation.duration($0) })
    static let exitWithParent = Flag("exit-with-parent", "end when the process has gone that started this one")
    static let quiet = Flag("quiet", short: "q", "say nothing on the standard error but what went wrong")
    static let trace = Option<String>(
        "trace", placeholder: "FILE", "write every event of every instance into a file, one JSON object a line")
    static let verbose = Flag("verbose", short: "v", "show every event and the heads of requests and answers")

    /// Where something listens, how time passes there, and what is said about it.
    static let serving: [any DeclaredOption] = [port, host, seed, speed, sendBuffer, cors, quiet, verbose, trace]
    /// What a server takes besides that runs by itself.
    static let listening: [any DeclaredOption] =
        serving + [unix, Announcement.portFile, Announcement.readyDescriptor, duration, exitWithParent]

    private static func sendBuffer(of text: String) -> Int? {
        guard let size = try? Notation.size(text), (1...1 << 30).contains(size) else { return nil }
        return Int(size)
    }

    private static func speed(of text: String) -> Double? {
        guard let number = Double(text.hasSuffix("x") ? text.dropLast() : text[...]), number > 0, number.isFinite
        else { return nil }
        return number
    }
}
