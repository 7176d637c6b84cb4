internal import AdapterProtocol

/// The life of an adapter process: greet, take commands one by one, end when told to or when the input ends.
public struct AdapterLoop: Sendable {
    private let driver: any ClientDriver
    private let writer: EventWriter

    /// Makes a loop around a driver; both report through the same writer.
    public init(_ driver: any ClientDriver, reportingTo writer: EventWriter) {
        self.driver = driver
        self.writer = writer
    }

    /// Takes lines until `stop` or until there are no more.
    ///
    /// - Parameter nextLine: Gives the next line without its line feed, or nil at the end of the input.
    public func run(reading nextLine: () -> String?) {
        defer { driver.stop() }
        while let line = nextLine() {
            guard take(line) else { return }
        }
    }

    /// Takes commands from the standard input until `stop` or its end.
    public func run() {
        run { readLine(strippingNewline: true) }
    }

    /// Takes one line; false when it was the last.
    private func take(_ line: String) -> Bool {
        do {
            switch try LineCoder().command(line.utf8) {
            case .hello(let hello):
                guard hello.protocol.contains(1) else {
                    let offered = hello.protocol.map(String.init).joined(separator: ", ")
                    writer.report(.adapterError(message: "this adapter speaks protocol 1, the runner \(offered)"))
                    return true
                }
                driver.begin(hello)
                writer.report(.hello(driver.greeting))
            case .stop: return false
            case .unknown(let op, let t):
                writer.report(.unsupported(what: op, t: t, reason: "this adapter does not know it"))
            case let command: driver.take(command)
            }
        } catch {
            writer.report(.adapterError(message: "a command could not be read: \(error)"))
        }
        return true
    }
}
