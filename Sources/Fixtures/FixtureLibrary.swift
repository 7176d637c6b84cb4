public import Foundation
import Locks

/// The fixtures of a root; the manifest is read when something of it is first asked for.
///
/// A root of somebody's own need not have a manifest: its files are then read whole and inspected when asked for.
public final class FixtureLibrary: Sendable {
    /// Where the files lie.
    public let root: FixtureRoot

    private let loaded = Locked<FixtureManifest?>(nil)

    /// Touches no file yet.
    public init(root: FixtureRoot) {
        self.root = root
    }

    /// What the root's `manifest.json` says; without that file, an empty manifest.
    public func manifest() throws(FixtureError) -> FixtureManifest {
        if let manifest = loaded.withLock({ $0 }) { return manifest }
        let manifest: FixtureManifest
        // A file of somebody's own may have any name, that of a manifest too.
        guard root.files == nil else { return FixtureManifest([]) }
        do {
            let name = "manifest.json"
            manifest = try FixtureManifest(
                json: try root.contents(of: name), name: root.directory.appending(path: name).path)
        } catch  where error.code == .notFound {
            manifest = FixtureManifest([])
        }
        loaded.withLock { $0 = manifest }
        return manifest
    }

    /// The fixture of a path, or an error that names the nearest one.
    ///
    /// The file itself is not opened when the manifest knows it, only seen to be there.
    public func fixture(at path: String) throws(FixtureError) -> Fixture {
        let file = try file(at: path)
        if let known = try? manifest().fixture(at: path) { return known }
        return try Fixture(inspecting: file, path: path)
    }

    /// The length of a fixture in bytes, or an error that names the nearest one; the file is not opened.
    public func size(of path: String) throws(FixtureError) -> Int64 {
        let file = try file(at: path)
        if let known = try? manifest().fixture(at: path) { return Int64(known.size) }
        do {
            let values = try file.resourceValues(forKeys: [.fileSizeKey])
            return Int64(values.fileSize ?? 0)
        } catch {
            throw FixtureError(.unreadable, "\(file.path) cannot be read: \(error.localizedDescription)", cause: error)
        }
    }

    private func file(at path: String) throws(FixtureError) -> URL {
        let manifest = try manifest()
        do {
            return try root.file(at: path)
        } catch  where error.code == .notFound {
            _ = try manifest.fixture(at: path)
            throw FixtureError(
                .notFound,
                "\(path) is in the manifest of \(root.directory.path), but not on disk; `make fixtures` makes it")
        }
    }

    /// The file's bytes.
    public func contents(of path: String) throws(FixtureError) -> Data {
        try root.contents(of: path)
    }
}
