import Dispatch
import Foundation
import Locks

/// The file of one download: orders in, events out, everything in order on a queue of its own (contract P08).
final class PartialFile: Sendable {
    let url: URL
    private let queue = DispatchQueue(label: "HTTPSession file")
    private let report: @Sendable (TaskEvent) -> Void
    /// Used on the queue only; the lock never waits.
    private let open = Locked(Open())

    private struct Open {
        var handle: FileHandle?
        /// An order failed: those behind it are void.
        var isBroken = false
    }

    init(_ url: URL, report: @escaping @Sendable (TaskEvent) -> Void) {
        self.url = url
        self.report = report
    }

    /// How long a file is, nil when there is none that could be continued.
    func inspect(_ url: URL) {
        queue.async { [report] in
            let values = try? url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
            let size = values?.isRegularFile == true ? values?.fileSize : nil
            report(.partialInspected(size: size.map(Int64.init)))
        }
    }

    func carryOut(_ order: FileOrder) {
        queue.async { [self] in
            if let event = open.withLock({ perform(order, on: &$0) }) { report(event) }
        }
    }

    private func perform(_ order: FileOrder, on open: inout Open) -> TaskEvent? {
        if case .remove = order {
            try? open.handle?.close()
            open.handle = nil
            try? FileManager.default.removeItem(at: url)
            return nil
        }
        guard !open.isBroken else { return nil }
        do {
            return try tryToPerform(order, on: &open)
        } catch {
            open.isBroken = true
            return .fileFailed(failure(order, error))
        }
    }

    private func tryToPerform(_ order: FileOrder, on open: inout Open) throws -> TaskEvent? {
        switch order {
        case .create:
            try create(&open)
            return nil
        case .adopt(let partial, let length):
            do {
                try FileManager.default.moveItem(at: partial, to: url)
            } catch  where !FileManager.default.fileExists(atPath: partial.path) {
                guard length == 0 else { return .partialVanished }
                try create(&open)
                return .fileOpened
            }
            let handle = try FileHandle(forUpdating: url)
            open.handle = handle
            try cut(handle, to: length)
            return .fileOpened
        case .truncate(let length):
            if let handle = open.handle { try cut(handle, to: length) }
            return .fileOpened
        case .write(let data):
            try open.handle?.write(contentsOf: data)
            return .fileWritten(data.count)
        case .close:
            try open.handle?.close()
            open.handle = nil
            return .fileClosed
        case .remove:
            return nil
        }
    }

    private func create(_ open: inout Open) throws {
        try Data().write(to: url, options: .withoutOverwriting)
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        open.handle = try FileHandle(forWritingTo: url)
    }

    private func cut(_ handle: FileHandle, to length: Int64) throws {
        try handle.truncate(atOffset: UInt64(length))
        try handle.seek(toOffset: UInt64(length))
    }

    private func failure(_ order: FileOrder, _ error: any Error) -> HTTPSessionFailure {
        switch order {
        case .create, .adopt:
            HTTPSessionFailure(.create, .local, "the file \(url.path) cannot be made: \(error)", cause: error)
        default:
            HTTPSessionFailure(.write, .local, "the file \(url.path) cannot be written: \(error)", cause: error)
        }
    }
}
