internal import Foundation

/// Why the control API does not do what was asked (RFC 9457).
struct Problem: Error, Hashable, Sendable, Encodable {
    /// What kind of trouble it is, for code that decides; the last word of `type`.
    struct Code: Hashable, Sendable {
        let status: Int
        let name: String
        let title: String

        static let badRequest = Code(status: 400, name: "bad-request", title: "The request means nothing here")
        static let noToken = Code(status: 401, name: "no-token", title: "A token is needed")
        static let foreignHost = Code(status: 403, name: "foreign-host", title: "The host is not this server")
        static let foreignOrigin = Code(
            status: 403, name: "foreign-origin", title: "Pages of other origins are refused")
        static let notFound = Code(status: 404, name: "not-found", title: "There is nothing of that name")
        static let noMethod = Code(status: 405, name: "no-such-method", title: "The method means nothing here")
        static let notPossible = Code(status: 409, name: "not-possible", title: "That cannot be done")
        static let limitPassed = Code(status: 409, name: "limit-passed", title: "It did not happen in time")
        static let gone = Code(status: 410, name: "gone", title: "It is no more")
        static let tooLarge = Code(status: 413, name: "content-too-large", title: "The content is too large")
        static let notJSON = Code(status: 415, name: "not-json", title: "Changes are taken as JSON only")
        static let unknownScenario = Code(status: 422, name: "unknown-scenario", title: "There is no such scenario")
        static let unplayable = Code(status: 422, name: "unplayable", title: "The scenario cannot be played")
        static let failed = Code(status: 500, name: "failed", title: "The server could not do it")
        static let tooMany = Code(status: 503, name: "too-many-instances", title: "There are too many instances")
    }

    let code: Code
    /// What went wrong this time, for people.
    var detail: String
    /// What was probably meant.
    var meant: String?
    /// The methods there are, for a 405.
    var methods: [String] = []

    init(_ code: Code, _ detail: String, meant: String? = nil, methods: [String] = []) {
        self.code = code
        self.detail = meant.map { "\(detail) Did you mean '\($0)'?" } ?? detail
        self.meant = meant
        self.methods = methods
    }

    private enum Keys: String, CodingKey { case type, title, status, detail, meant }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode("urn:x-sluice:\(code.name)", forKey: .type)
        try container.encode(code.title, forKey: .title)
        try container.encode(code.status, forKey: .status)
        try container.encode(detail, forKey: .detail)
        try container.encodeIfPresent(meant, forKey: .meant)
    }
}
