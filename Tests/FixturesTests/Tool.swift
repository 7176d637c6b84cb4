import Foundation
import TestSupport
import Testing

/// A program of somebody else's that looks at the same file.
struct Tool: Sendable {
    let name: String

    static let avifdec = Tool(name: "avifdec")
    static let brotli = Tool(name: "brotli")
    static let convert = Tool(name: "convert")
    static let djpeg = Tool(name: "djpeg")
    static let exiftool = Tool(name: "exiftool")
    static let ffmpeg = Tool(name: "ffmpeg")
    static let ffprobe = Tool(name: "ffprobe")
    static let flac = Tool(name: "flac")
    static let gifsicle = Tool(name: "gifsicle")
    static let gzip = Tool(name: "gzip")
    static let heifInfo = Tool(name: "heif-info")
    static let identify = Tool(name: "identify")
    static let metaflac = Tool(name: "metaflac")
    static let ogginfo = Tool(name: "ogginfo")
    static let pngcheck = Tool(name: "pngcheck")
    static let python3 = Tool(name: "python3")
    static let sha256sum = Tool(name: "sha256sum")
    static let webpinfo = Tool(name: "webpinfo")

    private var path: String? {
        ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    var isInstalled: Bool { path != nil }

    /// Runs it to its end; what it wrote to standard error is kept apart.
    func run(_ arguments: [String]) throws -> (status: Int32, output: Data) {
        let output = Pipe()
        let silence = try Spawned.silence()
        let process = try Spawned(
            try #require(path), arguments, input: silence, output: output.fileHandleForWriting, error: silence)
        try output.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        return (process.wait(), data)
    }

    /// What it writes when all goes well.
    func output(_ arguments: String...) throws -> [UInt8] {
        let (status, output) = try run(arguments)
        #expect(status == 0, "\(name) \(arguments.joined(separator: " ")) exits with \(status)")
        return [UInt8](output)
    }

    /// The lines it writes when all goes well.
    func lines(_ arguments: String...) throws -> [String] {
        let (status, output) = try run(arguments)
        #expect(status == 0, "\(name) \(arguments.joined(separator: " ")) exits with \(status)")
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, saying why, where the tool is not installed.
    static func needs(_ tool: Tool) -> Self {
        .enabled(if: tool.isInstalled, "\(tool.name) is not installed; `make deps-dev` brings it")
    }
}
