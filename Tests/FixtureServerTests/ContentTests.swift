import Digests
import Foundation
import Scenarios
import Testing

@testable import FixtureServer

/// Bodies at any offset.
@Suite(.timeLimit(.minutes(5))) struct ContentTests {
    static let sources: [(BodySource, [UInt8])] = [
        (.text("hello"), Array("hello".utf8)), (.bytes([1, 2, 3]), [1, 2, 3]),
        (.pattern(size: 100, seed: .number(7)), PatternStream(seed: 7).bytes(from: 0, count: 100)),
        (.repeated(.text("abc"), times: 5), Array("abcabcabcabcabc".utf8)),
        (.sequence([.text("ab"), .empty, .repeated(.text("c"), times: 3), .text("d")]), Array("abcccd".utf8)),
        (.repeated(.empty, times: 3), []), (.empty, []),
    ]

    @Test(arguments: sources)
    func `every range of a body is the same bytes`(source: BodySource, whole: [UInt8]) throws {
        var library = ContentLibrary(fixtures: nil)
        let content = try library.item(for: source, path: "/x", authority: { $0 }).content
        #expect(content.length == Int64(whole.count))
        for start in 0...whole.count {
            for end in start...whole.count {
                var bytes: [UInt8] = []
                content.append(Int64(start)..<Int64(end), to: &bytes)
                #expect(bytes.elementsEqual(whole[start..<end]))
            }
        }
    }

    @Test func `a body may end with what never ends`() throws {
        var library = ContentLibrary(fixtures: nil)
        let source = BodySource.sequence([.text("ab"), .pattern(size: nil, seed: .number(1)), .text("never")])
        let content = try library.item(for: source, path: "/x", authority: { $0 }).content
        #expect(content.length == nil)
        var bytes: [UInt8] = []
        content.append(1..<4, to: &bytes)
        #expect(bytes == Array("b".utf8) + PatternStream(seed: 1).bytes(from: 0, count: 2))
    }

    @Test func `a pattern below a star is the path's own`() throws {
        var library = ContentLibrary(fixtures: nil)
        let source = BodySource.pattern(size: 10, seed: .ofPath)
        let one = try library.item(for: source, path: "/a/1", authority: { $0 })
        let other = try library.item(for: source, path: "/a/2", authority: { $0 })
        #expect(one.fingerprint != other.fingerprint)
        var bytes: [UInt8] = []
        one.content.append(0..<10, to: &bytes)
        #expect(bytes == PatternStream(seed: PatternStream.seed(path: "/a/1")).bytes(from: 0, count: 10))
    }

    @Test func `digests of a body and of its beginning are right`() async {
        let content = Content.pattern(PatternStream(seed: 3), length: 1 << 20)
        let whole = PatternStream(seed: 3).bytes(from: 0, count: 1 << 20)
        #expect(await content.digest(prefix: 1 << 20) == SHA256.digest(of: whole).hex)
        #expect(await content.digest(prefix: 300_001) == SHA256.digest(of: whole[..<300_001]).hex)
        #expect(await content.digest(prefix: 0) == SHA256.digest(of: [UInt8]()).hex)
    }
}
