import Digests
import Foundation
import Testing

@Suite struct SHA256Tests {
    /// FIPS 180-4's examples and the empty text.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `known texts have known digests`(text: String, hex: String) {
        #expect(SHA256.digest(of: text.utf8).hex == hex)
        #expect(SHA256.digest(of: Array(text.utf8)).hex == hex)
        #expect(SHA256.digest(of: Data(text.utf8)).hex == hex)
        let octets = Array(text.utf8)
        let ofSpan = SHA256.digest(of: octets.span)
        #expect(ofSpan.hex == hex)
        #expect(SHA256.digest(of: text.utf8.lazy.map { $0 }).hex == hex)
    }

    @Test func `a million letters, in pieces of every size`() {
        var running = SHA256()
        var left = 1_000_000
        var size = 0
        while left > 0 {
            size = min(left, size + 1)
            running.update([UInt8](repeating: 0x61, count: size))
            left -= size
        }
        #expect(running.digest.hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `the digest of a prefix does not end the run, and a copy goes its own way`() {
        var running = SHA256()
        running.update("a".utf8)
        #expect(running.digest == SHA256.digest(of: "a".utf8))
        var other = running
        other.update("x".utf8)
        running.update("bc".utf8)
        #expect(running.digest == SHA256.digest(of: "abc".utf8))
        #expect(other.digest == SHA256.digest(of: "ax".utf8))
    }

    @Test func `a file is digested in pieces`() throws {
        let octets = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let file = FileManager.default.temporaryDirectory.appending(component: "digest-\(UUID().uuidString)")
        try Data(octets).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try SHA256.digest(ofFile: file.path) == SHA256.digest(of: octets))
    }

    @Test func `a file that is not there is named with the reason`() {
        let error = #expect(throws: UnreadableFile.self) { try SHA256.digest(ofFile: "/nowhere/at/all") }
        #expect(error?.description == "/nowhere/at/all cannot be read: No such file or directory")
        #expect(throws: UnreadableFile.self, "a directory has no content") { try SHA256.digest(ofFile: "/") }
    }

    @Test func `hexadecimal is read in either case, and nothing else is`() {
        let digest = SHA256.digest(of: "abc".utf8)
        #expect(Digest(hex: digest.hex) == digest)
        #expect(Digest(hex: digest.hex.uppercased()) == digest)
        #expect(Digest(hex: digest.hex.dropLast()) == nil)
        #expect(Digest(hex: digest.hex.dropLast() + "g") == nil)
        #expect(Array(digest).count == 32)
    }
}
