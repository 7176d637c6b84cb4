import Digests
public import Foundation

extension Fixture {
    /// The largest file that is inspected, in bytes: it is read into memory.
    public static let largestInspected = 256 << 20

    /// Reads a whole file and finds out everything that a manifest would say of it.
    ///
    /// - Parameters:
    ///   - file: Where it is.
    ///   - path: What it is called.
    /// - Throws: ``FixtureError`` when it cannot be read, is not what its name says, or is larger than
    ///   ``largestInspected``.
    public init(inspecting file: URL, path: String) throws(FixtureError) {
        let bytes: [UInt8]
        do {
            let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            guard size <= Self.largestInspected else {
                throw FixtureError(
                    .tooLarge,
                    "\(path) is too large to be searched for markers: \(size) bytes, and at most "
                        + "\(Self.largestInspected >> 20) MiB are")
            }
            bytes = [UInt8](try Data(contentsOf: file))
        } catch let error as FixtureError {
            throw error
        } catch {
            throw FixtureError(.unreadable, "\(file.path) cannot be read: \(error.localizedDescription)", cause: error)
        }
        let inspection: Inspection
        do {
            inspection = try Inspection(of: bytes[...], named: path)
        } catch {
            throw FixtureError(.unreadable, "\(file.path) is not what its name says: \(error)", cause: error)
        }
        self.init(
            path: path, sha256: SHA256.digest(of: bytes).hex, size: bytes.count, mediaType: inspection.mediaType,
            dimensions: inspection.dimensions, duration: inspection.duration, markers: inspection.markers)
    }
}
