#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The descriptors this process has open, for tests that nothing is left behind.
///
/// Other tests of the same process open and close theirs meanwhile, so only an exit test may count.
///
/// - Returns: Their numbers, in order.
public func openDescriptors() -> [Int32] {
    (0..<4096).filter { fcntl($0, F_GETFD) != -1 }
}
