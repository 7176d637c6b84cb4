package import Foundation

/// What the files are called that downloads are written to.
package enum PartialName {
    private static let prefix = "SessionKit-"
    private static let suffix = ".download"

    /// A new name in a folder.
    package static func make(in folder: URL) -> URL {
        folder.appendingPathComponent(prefix + random().uuidString + suffix, isDirectory: false)
    }

    /// Foundation's own random UUID opens and closes a device for each, on Linux.
    private static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(3 << 62) | 2 << 62
        let bytes = stride(from: 56, through: 0, by: -8)
        let octets =
            bytes.map { UInt8(truncatingIfNeeded: high >> $0) } + bytes.map { UInt8(truncatingIfNeeded: low >> $0) }
        return UUID(
            uuid: (
                octets[0], octets[1], octets[2], octets[3], octets[4], octets[5], octets[6], octets[7],
                octets[8], octets[9], octets[10], octets[11], octets[12], octets[13], octets[14], octets[15]
            ))
    }

    /// Whether a path ends in such a name.
    package static func isOne(_ path: String) -> Bool {
        guard let name = path.split(separator: "/").last, name.hasPrefix(prefix), name.hasSuffix(suffix) else {
            return false
        }
        return UUID(uuidString: String(name.dropFirst(prefix.count).dropLast(suffix.count))) != nil
    }
}
