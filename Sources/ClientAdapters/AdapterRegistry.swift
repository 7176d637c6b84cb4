internal import AdapterProtocol

/// The adapters that come with the suite, by the names of their clients.
public enum AdapterRegistry {
    /// All names: `sessionkit`, `urlsession`, and one for each mutant.
    public static var names: [String] { ["sessionkit", "urlsession"] + mutants }

    /// The names of the bundled client's mutants, `sessionkit+append-on-200` and so on.
    public static var mutants: [String] { Mutant.allCases.map { "sessionkit+\($0.rawValue)" } }

    /// Speaks the adapter protocol on the standard streams for one client, until `stop` or the end of the input.
    ///
    /// - Parameter name: The client's name.
    /// - Returns: False when there is no client of this name.
    public static func run(_ name: String) -> Bool {
        guard names.contains(name) else { return false }
        let writer = EventWriter.standardOutput()
        guard let driver = driver(name, reportingTo: writer) else { return false }
        AdapterLoop(driver, reportingTo: writer).run()
        return true
    }

    /// What drives the client of a name, nil when there is none.
    package static func driver(_ name: String, reportingTo writer: EventWriter) -> (any ClientDriver)? {
        switch name {
        case "sessionkit": return SessionDriver(SessionKitClient(), reportingTo: writer)
        case "urlsession": return SessionDriver(FoundationClient(), reportingTo: writer)
        default:
            guard let mutant = Mutant.allCases.first(where: { name == "sessionkit+\($0.rawValue)" }) else { return nil }
            return SessionDriver(SessionKitClient(name: name, seams: mutant.seams), reportingTo: writer)
        }
    }
}
