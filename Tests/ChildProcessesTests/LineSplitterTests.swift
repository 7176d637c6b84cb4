import Testing

@testable import ChildProcesses

@Suite(.timeLimit(.minutes(5))) struct `Lines of a stream` {
    private static let stream = Array("one\n\ntwo three\nlast".utf8)

    @Test(arguments: 0...stream.count) func `are the same wherever the stream is cut`(cut: Int) {
        var splitter = LineSplitter(limit: 100)
        splitter.append(Self.stream[..<cut])
        splitter.append(Self.stream[cut...])
        splitter.finish()
        let expected: [LineSplitter.Line] = [
            .whole(Array("one".utf8)), .whole([]), .whole(Array("two three".utf8)), .unfinished(Array("last".utf8)),
        ]
        #expect(splitter.lines == expected)
    }

    @Test func `that are too long lose their rest and nothing of the next one`() {
        var splitter = LineSplitter(limit: 3)
        splitter.append(Array("abc\nabcdefgh\nxy\n".utf8))
        splitter.finish()
        let lines = splitter.lines
        #expect(lines == [.whole(Array("abc".utf8)), .tooLong(Array("abc".utf8)), .whole(Array("xy".utf8))])
    }
}
