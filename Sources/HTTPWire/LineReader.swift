/// Finds lines in a buffer that grows, without looking at an octet twice.
struct LineReader {
    /// What a line may end with.
    enum Ending {
        /// CR LF only: a lone LF is where two readers of one message begin to disagree.
        case strict
        /// CR LF or LF (RFC 9112 §2.2 allows a recipient to accept it; contract F07).
        case tolerant
    }

    /// What was found at the start of the line.
    enum Line {
        /// The line without its end, and where the next one begins.
        case line(Range<Int>, next: Int)
        case incomplete
        case tooLong
        /// LF without CR under the strict rule.
        case bareLineFeed
    }

    /// How many octets from the line's start on are known to hold no LF.
    private var scanned = 0

    /// Reads the line that begins at `start`; one of more than `limit` octets, CR included, is too long.
    ///
    /// Whether a line is too long does not depend on how it arrives: length is looked at before anything else.
    mutating func read(_ buffer: [UInt8], from start: Int, limit: Int, ending: Ending) -> Line {
        let octets = buffer.span
        var place = start + scanned
        while place < octets.count {
            if octets[place] == 0x0A { break }
            place += 1
        }
        if place - start > limit { return .tooLong }
        guard place < octets.count else {
            scanned = place - start
            return .incomplete
        }
        scanned = 0
        if place > start, octets[place - 1] == 0x0D { return .line(start..<(place - 1), next: place + 1) }
        return ending == .strict ? .bareLineFeed : .line(start..<place, next: place + 1)
    }
}
