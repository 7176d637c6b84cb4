public import HTTPMessages

/// The head of a request that keeps the rules, and what follows from it.
public struct IncomingRequest: Hashable, Sendable {
    /// The request line and the fields as received.
    public var head: HTTPRequestHead
    /// How the request's body ends: never until-close.
    public var framing: BodyFraming
    /// Tells whether the client may send another request behind this one (RFC 9112 §9.3).
    public var keepsAlive: Bool
    /// Set when the client holds its body back until it reads a 100 (RFC 9110 §10.1.1).
    public var expectsContinue: Bool
    /// Host and port the request is for: of an absolute target, else of Host; empty when an HTTP/1.0 client did not say.
    public var authority: String

    /// Makes the head of a request.
    public init(
        head: HTTPRequestHead, framing: BodyFraming = .none, keepsAlive: Bool = true, expectsContinue: Bool = false,
        authority: String = ""
    ) {
        self.head = head
        self.framing = framing
        self.keepsAlive = keepsAlive
        self.expectsContinue = expectsContinue
        self.authority = authority
    }
}
