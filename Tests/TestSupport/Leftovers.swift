import Foundation

/// The descriptors this process has open, for tests that nothing is left behind.
///
/// Other tests of the same process open and close theirs meanwhile, so only an exit test may count.
///
/// - Returns: Their numbers, in order.
public func openDescriptors() -> [Int32] {
    (0..<4096).filter { fcntl($0, F_GETFD) != -1 }
}

/// The names of this process's threads, as far as the system tells; macOS does not.
///
/// - Returns: A name for each thread, cut to 15 bytes.
public func threadNames() -> [String] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        .map { $0.trimmingCharacters(in: .newlines) }
}
