import EventLoop
import Foundation
import TestSupport

/// An nginx of one test: an ordinary process with a folder and a configuration of its own, on a port of loopback.
final class Nginx: Sendable {
    /// Where Debian and Homebrew put the program; nil where it is not installed.
    static let program = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx", "/usr/local/bin/nginx"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The address to connect to.
    let url: String
    private let folder: URL
    private let process: Program

    /// Starts it over these files, all last changed at one moment.
    ///
    /// A port is free when it is looked for and may be taken when nginx binds it; then another one is tried, and without
    /// `-e`, which versions before 1.19.5 do not know.
    static func serving(_ files: [String: [UInt8]], modified: Date) async throws -> Nginx {
        for options in [["-e", "stderr"], [], ["-e", "stderr"], []] {
            let port = try await PortSearch().freePort()
            if let nginx = try await Nginx(files, modified: modified, port: port, options) { return nginx }
        }
        throw CocoaError(.featureUnsupported)
    }

    private init?(_ files: [String: [UInt8]], modified: Date, port: Int, _ options: [String]) async throws {
        guard let program = Nginx.program else { return nil }
        url = "http://127.0.0.1:\(port)"
        folder = FileManager.default.temporaryDirectory.appending(path: "sluice-nginx-\(UUID())")
        let root = folder.appending(path: "root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for (name, bytes) in files {
            let file = root.appending(path: name)
            try Data(bytes).write(to: file)
            try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: file.path)
        }
        let configuration = folder.appending(path: "nginx.conf")
        try Data(Nginx.configuration(port: port, folder: folder.path).utf8).write(to: configuration)
        process = try Program(
            program, ["-p", folder.path, "-c", configuration.path, "-g", "daemon off;"] + options)
        guard await hasStarted() else {
            _ = await end()
            return nil
        }
    }

    /// It says so when its port is bound: before that nothing is said but complaints, and in the end nothing at all.
    private func hasStarted() async -> Bool {
        while true {
            let line = await process.errorLine()
            if line.contains("event method") { return true }
            if line.isEmpty { return false }
        }
    }

    /// Ends the process, and removes its folder.
    func end() async -> Int32 {
        process.signal(SIGTERM)
        let code = await process.end().code
        try? FileManager.default.removeItem(at: folder)
        return code
    }

    /// One process, no log, everything it writes in its own folder.
    private static func configuration(port: Int, folder: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
        return """
            master_process off;
            pid \(folder)/nginx.pid;
            error_log stderr notice;
            events { worker_connections 64; }
            http {
                access_log off;
                \(temporary.joined(separator: "\n    "))
                types { text/plain txt; }
                default_type application/octet-stream;
                # As RFC 9110 §13.1.3 has it; the default takes only the very date that was sent.
                if_modified_since before;
                server {
                    listen 127.0.0.1:\(port);
                    root \(folder)/root;
                }
            }

            """
    }
}

/// Looks for a port that nobody has.
private actor PortSearch: LoopActor {
    nonisolated let loop = EventLoop(name: "port-search")

    func freePort() throws -> Int {
        let listener = try Listener(Listener.Configuration(host: "127.0.0.1", port: 0), in: self) { _, connection in
            connection.close()
        }
        defer { listener.close() }
        return Int(listener.port)
    }
}
