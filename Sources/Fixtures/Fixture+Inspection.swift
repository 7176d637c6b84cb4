import Digests
public import Foundation

extension Fixture {
    /// Reads a whole file and finds out everything that a manifest would say of it.
    public init(inspecting file: URL, path: String) throws(FixtureError) {
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try Data(contentsOf: file))
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
