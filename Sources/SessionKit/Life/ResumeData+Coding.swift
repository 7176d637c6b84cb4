import Digests
package import Foundation
import HTTPMessages

/// The form in which resume data leaves the library: eight bytes of magic and version, the SHA-256 of the rest, JSON.
///
/// It is read from disk, where anything may have happened to it; whatever does not add up is refused (contract M04).
extension ResumeData {
    private static let magic = Data("SluiceR1".utf8)
    private static let digestLength = 32
    /// Longer ones are refused unread; a real one has a few hundred bytes.
    private static let maximumLength = 1 << 20

    private struct Record: Codable {
        var url: String
        var fields: HTTPFields
        var entityTag: EntityTag?
        var date: String?
        var completeLength: Int64?
        var length: Int64
        var partialFile: String
    }

    /// The bytes to keep.
    package var encoded: Data {
        var record = Record(
            url: url.absoluteString, fields: fields, completeLength: completeLength, length: length,
            partialFile: partialFile.path)
        switch validator {
        case .entityTag(let tag): record.entityTag = tag
        case .date(let text): record.date = text
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Encoding strings and integers cannot fail; an empty record would be refused when read.
        let json = (try? encoder.encode(record)) ?? Data()
        return Self.magic + Self.digest(of: json) + json
    }

    /// Reads what `encoded` gave.
    package init(_ data: Data) throws(HTTPSessionFailure) {
        let bytes = [UInt8](data.prefix(Self.maximumLength + 1))
        let start = Self.magic.count + Self.digestLength
        guard bytes.count <= Self.maximumLength, bytes.count > start, bytes.starts(with: Self.magic) else {
            throw Self.invalid("it is not resume data of this library")
        }
        let json = Data(bytes[start...])
        guard Data(bytes[Self.magic.count..<start]) == Self.digest(of: json) else {
            throw Self.invalid("it is damaged: its digest does not match")
        }
        guard let record = try? JSONDecoder().decode(Record.self, from: json) else {
            throw Self.invalid("a value is missing or of the wrong type")
        }
        try self.init(record)
    }

    private init(_ record: Record) throws(HTTPSessionFailure) {
        guard let url = URL(string: record.url), HostKey(url) != nil else {
            throw Self.invalid("\"\(record.url)\" is not an http URL")
        }
        guard record.length > 0, record.completeLength.map({ $0 >= record.length }) ?? true else {
            throw Self.invalid("its lengths contradict each other")
        }
        // Whoever can write resume data must not choose which file is overwritten.
        guard record.partialFile.hasPrefix("/"), !record.partialFile.utf8.contains(0),
            !record.partialFile.hasSuffix("/"), PartialName.isOne(record.partialFile)
        else {
            throw Self.invalid("\"\(record.partialFile)\" is not the path of a partial file")
        }
        let validator: Validator
        switch (record.entityTag, record.date) {
        case (let tag?, nil) where !tag.isWeak: validator = .entityTag(tag)
        case (nil, let date?) where HTTPDate(parsing: date) != nil: validator = .date(date)
        default: throw Self.invalid("it has no strong validator")
        }
        self.init(
            url: url, fields: record.fields, validator: validator, completeLength: record.completeLength,
            length: record.length, partialFile: URL(fileURLWithPath: record.partialFile, isDirectory: false))
    }

    private static func digest(of json: Data) -> Data {
        Data(SHA256.digest(of: json))
    }

    private static func invalid(_ why: String) -> HTTPSessionFailure {
        HTTPSessionFailure(.resumeInvalid, .local, "the resume data cannot be used: \(why)")
    }
}
