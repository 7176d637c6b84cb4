/// Which entity tag an answer carries.
public enum ETagRule: Hashable, Sendable {
    /// A strong one made from the body.
    case auto
    /// No ETag field.
    case none
    /// A strong one with this opaque text (without quotes).
    case strong(String)
    /// A weak one; nil makes the text from the body.
    case weak(String?)
}

/// Which Last-Modified an answer carries.
public enum ModifiedRule: Hashable, Sendable {
    /// A fixed date long ago.
    case auto
    /// No Last-Modified field.
    case none
    /// This HTTP date, as it is to be sent.
    case date(String)
    /// So long before the instance's first Date.
    case age(Duration)
}

/// Which content coding an answer has.
public enum EncodingRule: Hashable, Sendable {
    /// None.
    case none
    /// This one where the request's Accept-Encoding allows it.
    case negotiated(Coding)
    /// This form, whatever the request says.
    case always(Form)

    /// A registered content coding.
    public enum Coding: String, Hashable, Sendable, CaseIterable {
        /// RFC 1952.
        case gzip
        /// zlib-wrapped, RFC 1950.
        case deflate
        /// Brotli, RFC 7932.
        case br
    }

    /// What coded bytes look like when they are sent without being asked for.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        /// Correct gzip.
        case gzip = "forced"
        /// gzip that stops half-way, in correct framing.
        case gzipTruncated = "truncated"
        /// gzip whose checksum is wrong.
        case gzipBadChecksum = "bad-crc"
        /// Two gzip members, one after the other.
        case gzipTwoMembers = "two-members"
        /// gzip followed by bytes that belong to nothing.
        case gzipJunkAfter = "junk-after"
        /// Raw deflate (RFC 1951) under the name `deflate`.
        case deflateRaw = "raw"
    }
}

/// How requests with a Range field are answered.
public enum RangeBehaviour: Hashable, Sendable {
    /// As RFC 9110 §14 says, and `Accept-Ranges: bytes`.
    case rfc9110
    /// Correctly, but not advertised.
    case silent
    /// Not at all, and `Accept-Ranges: none`.
    case none
    /// Not at all, without a word.
    case ignored
    /// Not at all, although advertised.
    case advertised
    /// A range whatever If-Range says.
    case ignoresIfRange
    /// A 206 that begins at 0.
    case fromZero
    /// A 206 without Content-Range.
    case noContentRange
    /// A 206 whose complete length is `*`.
    case unknownTotal
    /// A 206 in a unit other than bytes.
    case otherUnit
    /// A multipart/byteranges 206 for a single range.
    case multipart
    /// The slice and its Content-Range, but status 200.
    case status200
    /// 416 with `bytes */TOTAL`.
    case refused
    /// 416 without Content-Range.
    case refusedBare
    /// A 206 that begins so many bytes before the position asked for.
    case earlier(Int64)
    /// A 206 that begins so many bytes after the position asked for.
    case later(Int64)
    /// An honest 206 that ends so many bytes early, or serves all of a range no longer than that.
    case short(Int64)
    /// A 206 whose body is so many bytes shorter than its Content-Range says.
    case bodyShort(Int64)
    /// A 206 whose complete length is off by so much.
    case otherTotal(Int64)
    /// A 416 whose complete length is off by so much.
    case refusedOther(Int64)
}

extension RangeBehaviour {
    /// What ``short(_:)`` serves of a range: a client that asks on comes to an end, and not byte by byte.
    public static func shortened(_ range: Range<Int64>, by count: Int64) -> Range<Int64> {
        count < range.upperBound - range.lowerBound ? range.lowerBound..<range.upperBound - count : range
    }
}

/// Which credentials an answer asks for.
public enum AuthRule: Hashable, Sendable {
    /// RFC 7617.
    case basic(Credentials)
    /// RFC 7616.
    case digest(Credentials)
}

/// A user and a password, written `user:password`.
public struct Credentials: Hashable, Sendable {
    /// The user, without colon.
    public var user: String
    /// The password.
    public var password: String

    /// Makes credentials.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}
