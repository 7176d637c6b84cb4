/// What a session tells about itself; its task, data and download forms tell about tasks.
///
/// Calls come on the session's delegate queue, those about one task one after another. A session holds its delegate
/// strongly until it has become invalid (contract S02).
public protocol HTTPSessionDelegate: AnyObject, Sendable {
    /// The session's last message: all its tasks are complete, and it lets go of its delegate.
    func httpSession(_ session: HTTPSession, didBecomeInvalidWithError error: (any Error)?)
}

extension HTTPSessionDelegate {
    /// Does nothing.
    public func httpSession(_ session: HTTPSession, didBecomeInvalidWithError error: (any Error)?) {}
}
