public import AdapterProtocol

/// Drives one client on the runner's orders: what stands between the protocol's loop and the client's API.
///
/// Commands come one after another on the thread that reads them; events may be reported from any thread, in the very
/// call in which the client hands something to its application.
public protocol ClientDriver: Sendable {
    /// Who is driven, and what it can do.
    var greeting: AdapterEvent.Hello { get }

    /// Takes the runner's greeting: the folder for files, the environment.
    func begin(_ hello: AdapterCommand.Hello)

    /// Does what is asked; what it cannot do it reports as `unsupported`.
    func take(_ command: AdapterCommand)

    /// Ends every session.
    func stop()
}
