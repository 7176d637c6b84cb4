/// A port that is kept and that nobody listens on: the kernel refuses whoever connects.
final class KeptPort {
    /// A socket that is bound and does not listen.
    private(set) var descriptor: Int32

    /// Takes over such a socket, and closes it in the end.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { _ = closeDescriptor(descriptor) } }

    /// Gives the socket away.
    func take() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }
}
