#if SLUICE_TSAN
#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A value behind a pthread mutex: what `Mutex` is, with a lock that ThreadSanitizer knows.
@safe public struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Puts `value` behind a lock of its own.
    public init(_ value: consuming sending Value) {
        unsafe lock = .allocate(capacity: 1)
        unsafe self.value = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
        unsafe self.value.initialize(to: value)
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
        unsafe lock.deallocate()
    }

    /// Runs `body` with the value, and nobody else meanwhile; the lock is not recursive.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try unsafe body(&value.pointee)
    }
}
#endif
