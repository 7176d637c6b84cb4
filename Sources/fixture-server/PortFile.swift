import Foundation

/// A file with the number of a port, which is there in one piece or not at all.
struct PortFile {
    let path: String

    /// Why it could not be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes it beside its place and moves it there, so that no reader sees half of it.
    func write(_ port: Int) throws(Failure) {
        let draft = "\(path).\(getpid())"
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure() }
        let text = Array("\(port)\n".utf8)
        let isWritten = unsafe Foundation.write(file, text, text.count) == text.count
        let failure = isWritten ? nil : self.failure()
        close(file)
        if let failure {
            unsafe unlink(draft)
            throw failure
        }
        guard unsafe rename(draft, path) == 0 else {
            let failure = self.failure()
            unsafe unlink(draft)
            throw failure
        }
    }

    /// Removes it.
    func remove() { unsafe unlink(path) }

    private func failure() -> Failure {
        let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
        return Failure(description: "the port file \(path) cannot be written: \(reason)")
    }
}
