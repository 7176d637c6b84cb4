internal import Foundation

/// The open descriptors of another process, where the system tells.
enum OpenDescriptors {
    /// What each points to; nil where the system does not tell.
    static func of(_ process: Int32) -> [Int: String]? {
        #if os(Linux)
        let folder = "/proc/\(process)/fd"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        return names.reduce(into: [:]) { table, name in
            guard let number = Int(name) else { return }
            let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) ?? "gone"
            // Runtimes make one the first time anything sleeps, and keep it: no transfer has borrowed it.
            if target != "anon_inode:[timerfd]" { table[number] = target }
        }
        #else
        return nil
        #endif
    }
}
