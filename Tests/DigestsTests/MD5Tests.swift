import Digests
import Testing

/// The test suite of RFC 1321, appendix A.5.
@Suite struct MD5Tests {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ])
    func `the digests are those of the standard`(text: String, expected: String) {
        #expect(MD5.hex(of: Array(text.utf8)) == expected)
    }
}
