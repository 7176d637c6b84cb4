import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The two streams that the program writes to, at once, and what may be done to them.
enum Terminal {
    /// Writes text to the standard output.
    static func write(_ text: String) {
        // Whoever closed the other end wants no more.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }

    /// Writes a line for people to the standard error.
    static func note(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Whether people look at the standard output directly.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether colours are wanted: on a terminal, unless `NO_COLOR` is set.
    static var isColoured: Bool { isTerminal && ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true }
}
