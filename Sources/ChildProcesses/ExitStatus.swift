#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How a process ended.
public enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
    /// By itself, with this code.
    case exited(Int32)
    /// By a signal of this number.
    case killed(Int32)

    /// Reads what `waitpid` gave.
    init(waitStatus status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal)
    }

    /// Whether it ended by itself with code 0.
    public var isSuccess: Bool { self == .exited(0) }

    /// As a clause: `exited with code 3`, `killed by signal 11 (Segmentation fault)`.
    public var description: String {
        switch self {
        case .exited(let code): "exited with code \(code)"
        case .killed(let signal):
            if let name = unsafe strsignal(signal) {
                unsafe "killed by signal \(signal) (\(String(cString: name)))"
            } else {
                "killed by signal \(signal)"
            }
        }
    }
}
