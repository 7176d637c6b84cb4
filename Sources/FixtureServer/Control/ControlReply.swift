internal import Foundation
internal import HTTPMessages

/// What the control API answers.
enum ControlReply: Sendable {
    /// A message of this type.
    case message(Int, [UInt8], type: String, fields: HTTPFields)
    /// The events of an instance as lines, from this number on, as they are or as they come.
    case events(EventHistory, instance: String, from: Int, follows: Bool)

    /// A value as JSON.
    static func json(_ value: some Encodable, status: Int = 200, fields: HTTPFields = [:]) throws(Problem)
        -> ControlReply
    {
        .message(status, try encoded(value), type: "application/json", fields: fields)
    }

    /// A value as JSON, encoded off the loop because it may be long.
    @concurrent static func long(_ value: some Encodable & Sendable) async throws(Problem) -> ControlReply {
        try json(value)
    }

    /// Nothing to say but that it was done.
    static let done = ControlReply.message(204, [], type: "", fields: [:])

    /// The answer that tells of a problem.
    static func problem(_ problem: Problem) -> ControlReply {
        var fields: HTTPFields = [:]
        if problem.code == .noToken { fields.append("WWW-Authenticate", "Bearer") }
        if !problem.methods.isEmpty { fields.append("Allow", problem.methods.joined(separator: ", ")) }
        if problem.code == .tooMany { fields.append("Retry-After", "1") }
        let content = (try? encoded(problem)) ?? []
        return .message(problem.code.status, content, type: "application/problem+json", fields: fields)
    }

    private static func encoded(_ value: some Encodable) throws(Problem) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(value)) + [0x0A]
        } catch {
            throw Problem(.failed, "The answer cannot be written as JSON: \(error)")
        }
    }
}
