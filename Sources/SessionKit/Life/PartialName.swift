package import Foundation

/// What the files are called that downloads are written to.
package enum PartialName {
    private static let prefix = "SessionKit-"
    private static let suffix = ".download"

    /// A new name in a folder.
    package static func make(in folder: URL) -> URL {
        folder.appendingPathComponent(prefix + UUID().uuidString + suffix, isDirectory: false)
    }

    /// Whether a path ends in such a name.
    package static func isOne(_ path: String) -> Bool {
        guard let name = path.split(separator: "/").last, name.hasPrefix(prefix), name.hasSuffix(suffix) else {
            return false
        }
        return UUID(uuidString: String(name.dropFirst(prefix.count).dropLast(suffix.count))) != nil
    }
}
