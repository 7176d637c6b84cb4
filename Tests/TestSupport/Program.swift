public import Foundation

/// A program of the package as a process: started, read, signalled and waited for by a test.
public final class Program: Sendable {
    private let process: Spawned
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()

    /// Where built programs lie: beside the test's own binary.
    public static var folder: URL {
        #if os(Linux)
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #else
        (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main).bundleURL
            .deletingLastPathComponent()
        #endif
    }

    /// Starts a program of the package, or another by its path.
    public init(_ name: String, _ arguments: [String]) throws {
        let path = name.hasPrefix("/") ? name : Program.folder.appending(path: name).path
        process = try Spawned(
            path, arguments, input: input.fileHandleForReading, output: output.fileHandleForWriting,
            error: errors.fileHandleForWriting)
        // Its ends are its own, or nobody would ever read an end.
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
    }

    /// The process's number.
    public var pid: Int32 { process.pid }

    /// Sends a signal.
    public func signal(_ number: Int32) { process.signal(number) }

    /// Types a line.
    public func type(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The next line of the standard output, or what there was of one.
    public func line() async -> String { await Program.line(of: output.fileHandleForReading) }

    /// The next line of the standard error, or what there was of one.
    public func errorLine() async -> String { await Program.line(of: errors.fileHandleForReading) }

    /// Waits for the end; what was not read of both streams, and the exit code.
    public func end() async -> (output: String, errors: String, code: Int32) {
        async let output = Program.rest(of: output.fileHandleForReading)
        async let errors = Program.rest(of: errors.fileHandleForReading)
        let texts = await (output, errors)
        let process = process
        let code = await Program.blocking { process.wait() }
        return (texts.0, texts.1, code)
    }

    private static func line(of handle: FileHandle) async -> String {
        await blocking {
            var bytes: [UInt8] = []
            while let byte = try? handle.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { bytes.append(byte) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func rest(of handle: FileHandle) async -> String {
        await blocking { String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self) }
    }

    /// Runs what blocks on a thread that may be blocked.
    private static func blocking<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }
}
