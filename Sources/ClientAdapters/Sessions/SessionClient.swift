internal import AdapterProtocol
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A client whose API is URLSession's, by whatever names: sessions that make tasks and tell a delegate about them.
///
/// ``SessionDriver`` knows the protocol, a client of this kind knows one API; neither knows the other's business.
protocol SessionClient: Sendable {
    /// Makes tasks and keeps their connections.
    associatedtype Session: AnyObject, Sendable
    /// One transfer.
    associatedtype Task: SessionTask

    /// Who it is, and what it can do.
    var greeting: AdapterEvent.Hello { get }

    /// What of these options it has no setting for.
    func refusals(of options: AdapterCommand.SessionOptions) -> [Refusal]

    /// What of these options it has no setting for.
    func refusals(of options: AdapterCommand.TransferOptions) -> [Refusal]

    /// Makes a session with a delegate that reports to a desk.
    ///
    /// - Parameters:
    ///   - options: What differs from the client's defaults; what is refused is passed over.
    ///   - folder: Where files go, if the client lets the application choose.
    ///   - desk: Where the delegate reports.
    /// - Returns: The session.
    func makeSession(
        _ options: AdapterCommand.SessionOptions, files folder: URL?, reportingTo desk: SessionDesk<Task>
    ) -> Session

    /// Makes a task, suspended.
    ///
    /// - Throws: ``Refusal``, or what kept the body from being read.
    func makeTask(_ request: URLRequest, for start: AdapterCommand.Start, in session: Session) throws -> Task

    /// Makes a task that goes on where another stopped, suspended.
    func makeTask(resuming material: Data, as name: String, in session: Session) -> Task

    /// What resume material says of itself, where the client lets one look into it.
    func holding(of material: Data) -> Holding?

    /// Calls a closure from the queue that delivers the session's callbacks, by way of the session's own machinery.
    func visit(_ session: Session, then body: @escaping @Sendable () -> Void)

    /// Ends a session, with its transfers or after them.
    func invalidate(_ session: Session, cancelling: Bool)
}

/// A task of such a client.
protocol SessionTask: AnyObject, Sendable {
    var taskIdentifier: Int { get }
    var countOfBytesReceived: Int64 { get }
    var countOfBytesExpectedToReceive: Int64 { get }
    /// The state in the client's own word.
    var stateWord: String { get }

    func resume()
    func suspend()
    func cancel()
    /// Cancels, and hands over what another task can go on from; nothing where that cannot be asked for.
    func cancel(handingOver: @escaping @Sendable (Data?) -> Void)
}

/// What lies behind resume material.
struct Holding: Sendable, Hashable {
    var bytes: Int
    /// The path of the partial file.
    var partial: String
}

/// Something that is asked for and that a client, or its adapter, does not do.
struct Refusal: Error, Hashable {
    /// The op or the option.
    var what: String
    var reason: String
}
