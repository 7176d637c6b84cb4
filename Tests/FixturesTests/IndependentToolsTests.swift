import Fixtures
import Foundation
import TestSupport
import Testing

/// The manifest and the compressed texts against other people's programs, where they are installed.
@Suite struct IndependentToolsTests {
    @Test(.needs(.sha256sum), arguments: Shipped.fixtures)
    func `sha256sum agrees about the digest`(fixture: Fixture) throws {
        let lines = try Tool.sha256sum.lines(try Shipped.file(of: fixture).path)
        #expect(lines.first?.prefix(64) == fixture.sha256[...])
    }

    private func expect(_ ending: String, toDecodeWith decode: (String) throws -> [UInt8]) throws {
        let library = FixtureLibrary(root: try .located(besides: nil))
        for (plain, _) in Shipped.codedForms.filter({ $0.ending == ending }) {
            let coded = try library.fixture(at: "\(plain).\(ending)")
            let text = try decode(try Shipped.file(of: coded).path)
            #expect(try Octets(text) == Octets([UInt8](library.contents(of: plain))), "\(coded)")
        }
    }

    @Test(.needs(.gzip)) func `gzip decodes its forms to the plain texts`() throws {
        try expect("gz") { file in
            _ = try Tool.gzip.output("--test", file)
            return try Tool.gzip.output("--decompress", "--stdout", file)
        }
    }

    @Test(.needs(.brotli)) func `brotli decodes its forms to the plain texts`() throws {
        try expect("br") { file in
            _ = try Tool.brotli.output("--test", file)
            return try Tool.brotli.output("--decompress", "--stdout", file)
        }
    }

    @Test(.needs(.python3)) func `Python's zlib decodes the deflate forms to the plain texts`() throws {
        try expect("deflate") { file in
            let program = "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(open(sys.argv[1], 'rb').read()))"
            return try Tool.python3.output("-c", program, file)
        }
    }
}
