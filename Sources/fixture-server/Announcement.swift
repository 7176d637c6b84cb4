import CommandLineOptions
import Foundation

/// Tells that the server listens, and where: on the standard output, and wherever else the arguments say.
struct Announcement {
    static let portFile = Option<String>(
        "port-file", placeholder: "FILE",
        "write the port there when it listens, all at once, and remove the file at the end")
    static let readyDescriptor = Option<Int32>(
        "ready-fd", placeholder: "N", "write the ready line to this open descriptor too, and close it",
        expected: "the number of a descriptor that is open for writing", convert: descriptor(of:))

    /// What could not be told.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let port: Int
    private let line: String
    private let file: PortFile?
    private let descriptor: Int32?

    init(_ line: ReadyLine, _ arguments: ParsedArguments) throws {
        port = line.port
        self.line = try line.text()
        file = arguments[Self.portFile].map { PortFile(path: $0) }
        descriptor = arguments[Self.readyDescriptor]
    }

    /// Tells it; whoever reads the file or the descriptor is told first, because they wait for it.
    func publish() throws {
        try file?.write(port)
        if let descriptor {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            do {
                try handle.write(contentsOf: Data((line + "\n").utf8))
                // The standard streams are not ours to close.
                if descriptor > 2 { try handle.close() }
            } catch {
                throw Failure(description: "nobody takes the ready line from descriptor \(descriptor)")
            }
        }
        Terminal.say(line)
    }

    /// Removes what would tell of a server that is not there any more; after it was published.
    func withdraw() { file?.remove() }

    private static func descriptor(of text: String) -> Int32? {
        guard let number = Int32(text), number >= 0 else { return nil }
        let flags = fcntl(number, F_GETFL)
        guard flags != -1, flags & O_ACCMODE != O_RDONLY else { return nil }
        // Nobody whom the server starts shall keep it open.
        if number > 2 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return number
    }
}
