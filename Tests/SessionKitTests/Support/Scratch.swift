import Foundation
import SessionKit

/// A folder of a test's own, removed with the last reference, and sessions that download into it.
final class Scratch: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("scratch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What lies there.
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    /// Waits until nothing lies there: files are removed beside the messages about their tasks, not in front of them.
    func untilEmpty() async {
        while !files.isEmpty { await Task.yield() }
    }

    func session(
        _ delegate: (any HTTPSessionDelegate)? = nil, queue: OperationQueue? = nil,
        _ change: (inout HTTPSessionConfiguration) -> Void = { _ in }
    ) -> HTTPSession {
        var configuration = HTTPSessionConfiguration.ephemeral
        configuration.temporaryDirectory = folder
        // On a busy machine a test may have to wait for its turn longer than a server may be silent by default.
        configuration.timeoutIntervalForRequest = 900
        change(&configuration)
        return HTTPSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
    }
}

extension URL {
    /// The URL of a text that a test knows to be one.
    init(_ text: String) {
        guard let url = URL(string: text) else { fatalError("\(text) is no URL") }
        self = url
    }
}
