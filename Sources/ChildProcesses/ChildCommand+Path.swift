#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension ChildCommand {
    /// A command as it is typed: a word without a slash is looked for in the folders of `PATH`.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - environment: The whole environment of the child, with the `PATH`.
    /// - Returns: The command, or nil when no folder has such a program.
    public static func typed(_ words: [String], environment: [String: String]) -> ChildCommand? {
        guard let name = words.first, !name.isEmpty else { return nil }
        let arguments = Array(words.dropFirst())
        if name.contains("/") { return ChildCommand(name, arguments, environment: environment) }
        let folders = environment["PATH"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        // An empty folder is the working directory (POSIX, 8.3).
        let paths = folders.map { $0.isEmpty ? "./" + name : "\($0)/\(name)" }
        return paths.first { unsafe access($0, X_OK) == 0 && access($0 + "/.", F_OK) != 0 }
            .map { ChildCommand($0, arguments, environment: environment) }
    }
}
