/// Why a socket could not be opened, or why bytes did not get out.
public struct SocketError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for code that decides.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// The host is not a numeric address or `localhost`, or the port is out of range.
        public static let badAddress = Code(description: "bad address")
        /// Somebody else listens on that address and port.
        public static let addressInUse = Code(description: "address in use")
        /// The address does not belong to this machine, or the port needs privileges.
        public static let addressNotAvailable = Code(description: "address not available")
        /// Nobody listens there.
        public static let refused = Code(description: "refused")
        /// The peer has reset the connection.
        public static let reset = Code(description: "reset")
        /// The connection was closed on this side, or its loop has stopped.
        public static let closed = Code(description: "closed")
        /// The file ended before the range to be sent.
        public static let fileTooShort = Code(description: "file too short")
        /// Something else; the sentence carries the system's text.
        public static let system = Code(description: "system")
    }

    /// What went wrong, for code that decides.
    public let code: Code
    /// What went wrong, for people: the thing, what happened, and what to do where that is known.
    public let description: String
    /// The system's number behind it, 0 if there is none.
    public let errno: Int32
    /// How many bytes of the failed write the kernel had taken before.
    public let bytesTaken: Int

    init(_ code: Code, _ description: String, errno: Int32 = 0, bytesTaken: Int = 0) {
        self.code = code
        self.description = description
        self.errno = errno
        self.bytesTaken = bytesTaken
    }
}
