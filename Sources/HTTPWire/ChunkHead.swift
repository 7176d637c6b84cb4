import HTTPMessages

/// The line in front of a chunk's data: its size and its extensions (RFC 9112 §7.1, §7.1.1).
enum ChunkHead {
    /// Reads the size and checks the extensions.
    static func size(of line: ArraySlice<UInt8>) throws(WireFailure) -> Int64 {
        var size: Int64 = 0
        var rest = line
        while let octet = rest.first, let digit = ASCII.hexValue(octet) {
            // Sixteen to the power of 15.75 is 2^63: one more digit would overflow.
            guard size >> 59 == 0 else {
                throw WireFailure(.badChunk, "A chunk's size is beyond 2^63.", "RFC 9112 §7.1")
            }
            size = size << 4 | Int64(digit)
            rest.removeFirst()
        }
        guard rest.startIndex > line.startIndex else {
            throw WireFailure(.badChunk, "A chunk has no size in hexadecimal digits.", "RFC 9112 §7.1")
        }
        guard areExtensions(rest) else {
            throw WireFailure(
                .badChunk, "Behind a chunk's size stands what is no extension.", "RFC 9112 §7.1.1")
        }
        return size
    }

    /// Tells whether the text is `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`.
    private static func areExtensions(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        while !rest.isEmpty {
            skipWhitespace(&rest)
            guard rest.popFirst() == 0x3B else { return false }
            skipWhitespace(&rest)
            guard skipToken(&rest) else { return false }
            var ahead = rest
            skipWhitespace(&ahead)
            guard ahead.first == 0x3D else { continue }
            rest = ahead.dropFirst()
            skipWhitespace(&rest)
            guard rest.first == 0x22 ? skipQuoted(&rest) : skipToken(&rest) else { return false }
        }
        return true
    }

    private static func skipWhitespace(_ rest: inout ArraySlice<UInt8>) {
        while let octet = rest.first, ASCII.isWhitespace(octet) { rest.removeFirst() }
    }

    private static func skipToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let start = rest.startIndex
        while let octet = rest.first, ASCII.isToken(octet) { rest.removeFirst() }
        return rest.startIndex > start
    }

    private static func skipQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool {
        rest.removeFirst()
        while let octet = rest.popFirst() {
            if octet == 0x22 { return true }
            let text = octet == 0x5C ? rest.popFirst() : octet
            guard let text, text == 0x09 || (text >= 0x20 && text != 0x7F) else { return false }
        }
        return false
    }
}
