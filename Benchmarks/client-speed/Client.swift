import Foundation

/// A client under measurement: three loads, each through one session made for it.
protocol Client {
    /// Loads into a file, which is removed afterwards; the result is its length in bytes.
    func file(_ url: URL) async throws -> Int64
    /// Loads past a delegate that only counts, and rests so many microseconds at each piece; the result is how many bytes
    /// it was given.
    func discard(_ url: URL, resting: UInt32) async throws -> Int64
    /// Loads into memory so many times, eight at once; the result is how many bytes came.
    func small(_ url: URL, times: Int) async throws -> Int64
}

/// Calls a load so many times, eight at once, and adds up what the calls return.
func total(of times: Int, _ load: @escaping @Sendable () async throws -> Int) async throws -> Int64 {
    let lanes = 8
    return try await withThrowingTaskGroup(of: Int64.self) { group in
        for lane in 0..<lanes {
            group.addTask {
                var bytes: Int64 = 0
                for _ in stride(from: lane, to: times, by: lanes) { bytes += Int64(try await load()) }
                return bytes
            }
        }
        return try await group.reduce(0, +)
    }
}

/// The most memory that this process ever had resident, in KiB, where Linux tells.
func peakResident() -> Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
}

/// The length of a file, which is removed.
func takeLength(of file: URL) throws -> Int64 {
    let length = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    try FileManager.default.removeItem(at: file)
    return Int64(length)
}
