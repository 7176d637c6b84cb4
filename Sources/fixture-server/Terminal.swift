import Foundation

/// The two streams that the program writes to, line by line and at once.
enum Terminal {
    /// Writes a line for programs to the standard output.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// Writes a line for people to the standard error.
    static func note(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
