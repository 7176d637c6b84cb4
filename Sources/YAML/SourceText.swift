/// A file's text, checked for what concerns bytes and comments rather than structure.
struct SourceText {
    let bytes: [UInt8]
    let scalars: [Unicode.Scalar]
    let file: String

    /// Checks size, encoding and the final newline; nil when the bytes are no text.
    init?(_ bytes: [UInt8], file: String, log: Complaints) {
        self.file = file
        let start = FileLocation(file: file, line: 1, column: 1)
        guard bytes.count <= Document.largestFile else {
            log.add(start, "the file has \(bytes.count) bytes", expected: "at most \(Document.largestFile)")
            return nil
        }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let isMarked = bytes.starts(with: mark)
        self.bytes = isMarked ? Array(bytes.dropFirst(mark.count)) : bytes
        if isMarked { log.add(start, "the file begins with a byte order mark", expected: "UTF-8 without one") }
        let decoded = SourceText.decoded(self.bytes)
        scalars = decoded.scalars
        guard decoded.isWhole else {
            log.add(end, "a byte that is not UTF-8", expected: "UTF-8 without byte order mark")
            return nil
        }
        if let last = self.bytes.last, last != UInt8(ascii: "\n") {
            log.add(end, "the last line has no newline at its end")
        }
    }

    /// The scalars up to the first that is not UTF-8.
    private static func decoded(_ bytes: [UInt8]) -> (scalars: [Unicode.Scalar], isWhole: Bool) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(bytes.count)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .emptyInput: return (scalars, true)
            case .error: return (scalars, false)
            }
        }
    }

    func location(_ mark: EventStream.Mark) -> FileLocation {
        FileLocation(file: file, line: mark.line + 1, column: mark.column + 1)
    }

    /// The place of a byte.
    func location(ofByte offset: Int) -> FileLocation {
        place(behind: SourceText.decoded(Array(bytes.prefix(offset))).scalars)
    }

    /// The place behind the last scalar.
    private var end: FileLocation { place(behind: scalars) }

    private func place(behind scalars: [Unicode.Scalar]) -> FileLocation {
        let line = scalars.count { $0 == "\n" } + 1
        let column = scalars.count - (scalars.lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1
        return FileLocation(file: file, line: line, column: column)
    }

    /// The line that a place is in, without its end.
    func line(of index: Int) -> String {
        let start = scalars[..<min(index, scalars.count)].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        return String(String.UnicodeScalarView(scalars[start...].prefix { $0 != "\n" }))
    }

    /// Whether behind a place only blanks come before a comment.
    func isComment(behind index: Int) -> Bool {
        scalars.dropFirst(index).first { $0 != " " && $0 != "\t" } == "#"
    }

    /// Complains about comments that were perhaps meant as text: `#top`, `Bug #7`.
    ///
    /// - Parameters:
    ///   - texts: where scalars lie, in order; a `#` inside is no comment.
    ///   - limit: how far scalars are known.
    ///   - log: where complaints go.
    func checkComments(outside texts: [Range<Int>], upTo limit: Int, log: Complaints) {
        var texts = texts[...]
        var index = 0
        var line = 1
        var lineStart = 0
        while index < min(limit, scalars.count) {
            if let text = texts.first, index >= text.lowerBound {
                texts.removeFirst()
                for position in index..<max(index, text.upperBound) where scalars[position] == "\n" {
                    line += 1
                    lineStart = position + 1
                }
                index = max(index, text.upperBound)
                continue
            }
            switch scalars[index] {
            case "\n":
                line += 1
                lineStart = index + 1
            case "#":
                let comment = scalars[index...].prefix { $0 != "\n" && $0 != "\r" }
                let place = FileLocation(file: file, line: line, column: index - lineStart + 1)
                check(
                    comment, isGlued: index > lineStart && !" \t".unicodeScalars.contains(scalars[index - 1]), place,
                    log)
                index += comment.count
                continue
            default: break
            }
            index += 1
        }
    }

    private func check(
        _ comment: ArraySlice<Unicode.Scalar>, isGlued: Bool, _ place: FileLocation, _ log: Complaints
    ) {
        let next = comment.dropFirst().first
        guard isGlued || (next.map { !" \t#!".unicodeScalars.contains($0) } ?? false) else { return }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: comment)
        log.add(
            place, "\(Complaint.quoted(String(shown))) is read as a comment",
            hint: isGlued ? "a comment needs a space in front" : "quote the value, or write a space behind the #")
    }
}
