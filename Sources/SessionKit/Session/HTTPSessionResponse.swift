public import Foundation
public import HTTPMessages

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A response as the wire said it: ordered fields, duplicates, original spelling.
public struct HTTPSessionResponse: Hashable, Sendable {
    /// Where the response came from: the last hop (contract R10).
    public let url: URL
    /// The status line and the fields.
    public let head: HTTPResponseHead
    /// The length of the content once decoded, or -1 when it is unknown (contract P02, P03).
    ///
    /// 0 stays 0. Of a part that continues a download it is the length of the whole.
    public let expectedContentLength: Int64

    /// Makes a response.
    package init(url: URL, head: HTTPResponseHead, expectedContentLength: Int64) {
        self.url = url
        self.head = head
        self.expectedContentLength = expectedContentLength
    }

    /// The status code.
    public var statusCode: Int { head.status }
    /// The fields, in order.
    public var fields: HTTPFields { head.fields }

    /// The value of a field, whatever the case of its name; several of one name are joined with commas (contract F10).
    public func value(forHTTPHeaderField name: String) -> String? {
        head.fields[name]
    }

    /// The media type without its parameters, in lower case.
    public var mimeType: String? {
        guard let value = head.fields.first("Content-Type") else { return nil }
        let essence = ASCII.trimmed(value.prefix { $0 != ";" })
        return essence.isEmpty ? nil : ASCII.lowercased(essence)
    }

    /// The character set that the media type names.
    public var textEncodingName: String? {
        guard let value = head.fields.first("Content-Type") else { return nil }
        for part in FieldList.elements(of: value, separator: 0x3B).dropFirst() {
            guard let equals = part.firstIndex(of: "=") else { continue }
            guard ASCII.equalIgnoringCase(ASCII.trimmed(part[..<equals]), "charset") else { continue }
            let charset = ASCII.trimmed(part[part.index(after: equals)...])
            return FieldList.unquoted(charset) ?? String(charset)
        }
        return nil
    }

    /// A name to store the content under: from Content-Disposition, the URL's path, its host, or "unknown" (contract F01).
    public var suggestedFilename: String {
        let last = url.path.isEmpty || url.path == "/" ? nil : url.lastPathComponent
        return SuggestedFilename.choose(
            contentDisposition: head.fields.first("Content-Disposition"), lastPathComponent: last, host: url.host,
            mediaType: head.fields.first("Content-Type"))
    }

    /// The same as Foundation's type, in which fields of one name are joined and the order is lost.
    public var httpURLResponse: HTTPURLResponse? {
        var joined: [String: String] = [:]
        var spelling: [String: String] = [:]
        for field in head.fields {
            let key = ASCII.lowercased(field.name)
            let name = spelling[key] ?? field.name
            spelling[key] = name
            joined[name] = joined[name].map { $0 + ", " + field.value } ?? field.value
        }
        return HTTPURLResponse(
            url: url, statusCode: head.status, httpVersion: head.version.description, headerFields: joined)
    }
}
