#if !SLUICE_TSAN
@_exported public import Synchronization

/// A value behind a lock.
///
/// The toolchain's own `Mutex`, except under ThreadSanitizer, which sees pthread's locks and not a `Mutex`'s futex
/// on Linux: `SLUICE_TSAN` swaps in the twin of this type in the file beside this one.
public typealias Locked<Value: ~Copyable> = Mutex<Value>
#endif
