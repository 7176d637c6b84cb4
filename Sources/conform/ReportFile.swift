import Foundation

/// A file of a report: opened before the run, so that a folder that cannot be written to is noticed before the work.
struct ReportFile: Sendable {
    private let url: URL

    /// Makes the file, empty.
    init(_ url: URL) throws {
        self.url = url
        try Data().write(to: url)
    }

    /// Puts the whole content in at once.
    func replace(with text: String) {
        do {
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            Terminal.note("conform: \(url.path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Adds a line.
    func append(_ text: String) {
        do {
            let file = try FileHandle(forWritingTo: url)
            defer { try? file.close() }
            try file.seekToEnd()
            try file.write(contentsOf: Data(text.utf8))
        } catch {
            Terminal.note("conform: \(url.path) cannot be written: \(error.localizedDescription)")
        }
    }
}
