public import HTTPMessages

/// Writes heads exactly as they are given; what should be in them is decided elsewhere.
///
/// Nothing is checked: a fixture server must be able to send what is wrong.
public enum HeadEncoder {
    /// Appends a status line, fields and the empty line.
    public static func append(_ head: HTTPResponseHead, to buffer: inout [UInt8]) {
        appendStatusLine(of: head, to: &buffer)
        append(head.fields, to: &buffer)
        appendLineEnd(to: &buffer)
    }

    /// Appends a status line alone.
    public static func appendStatusLine(of head: HTTPResponseHead, to buffer: inout [UInt8]) {
        append(head.version, to: &buffer)
        buffer.append(0x20)
        if (100...999).contains(head.status) {
            buffer.append(0x30 + UInt8(truncatingIfNeeded: head.status / 100))
            buffer.append(0x30 + UInt8(truncatingIfNeeded: head.status / 10 % 10))
            buffer.append(0x30 + UInt8(truncatingIfNeeded: head.status % 10))
        } else {
            buffer.append(contentsOf: String(head.status).utf8)
        }
        // The space stands there even when there is no reason (RFC 9112 §4).
        buffer.append(0x20)
        buffer.append(contentsOf: head.reason.utf8)
        appendLineEnd(to: &buffer)
    }

    /// Appends a request line, fields and the empty line.
    public static func append(_ head: HTTPRequestHead, to buffer: inout [UInt8]) {
        buffer.append(contentsOf: head.method.rawValue.utf8)
        buffer.append(0x20)
        buffer.append(contentsOf: head.target.utf8)
        buffer.append(0x20)
        append(head.version, to: &buffer)
        appendLineEnd(to: &buffer)
        append(head.fields, to: &buffer)
        appendLineEnd(to: &buffer)
    }

    /// Appends field lines, without an empty line behind them.
    public static func append(_ fields: HTTPFields, to buffer: inout [UInt8]) {
        for field in fields { append(field, to: &buffer) }
    }

    /// Appends one field line.
    public static func append(_ field: HTTPField, to buffer: inout [UInt8]) {
        buffer.append(contentsOf: field.name.utf8)
        buffer.append(0x3A)
        buffer.append(0x20)
        buffer.append(contentsOf: field.value.utf8)
        appendLineEnd(to: &buffer)
    }

    private static func append(_ version: HTTPVersion, to buffer: inout [UInt8]) {
        buffer.append(contentsOf: "HTTP/".utf8)
        buffer.append(0x30 + version.major)
        buffer.append(0x2E)
        buffer.append(0x30 + version.minor)
    }

    /// Appends CR LF: the end of a line, and alone the end of a head.
    public static func appendLineEnd(to buffer: inout [UInt8]) {
        buffer.append(0x0D)
        buffer.append(0x0A)
    }
}
