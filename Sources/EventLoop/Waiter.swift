/// A suspended task, to be resumed exactly once.
///
/// Unchecked, because a checked continuation allocates and this is the hot path; whoever keeps a waiter keeps it in an
/// optional or a queue and takes it out to resume it.
@safe struct Waiter<Value: Sendable> {
    private let continuation: UnsafeContinuation<Value, Never>

    func resume(returning value: Value) { unsafe continuation.resume(returning: value) }

    /// Suspends the caller and hands over the means to resume it.
    nonisolated(nonsending) static func suspend(_ register: (Waiter) -> Void) async -> Value {
        unsafe await withUnsafeContinuation { unsafe register(Waiter(continuation: $0)) }
    }
}

extension Waiter where Value == Void {
    func resume() { resume(returning: ()) }
}

extension Optional {
    /// Takes the value out.
    mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
