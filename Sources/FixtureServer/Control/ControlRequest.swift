internal import HTTPMessages
internal import Spelling

/// A request to the control API that the guard let pass.
struct ControlRequest: Sendable {
    let head: HTTPRequestHead
    let content: [UInt8]
    /// The instance whose port it came over, which is the default one.
    let home: String
    /// Whether the client is there to be waited with: it has not ended its side.
    let mayWait: Bool

    /// The path below the prefix.
    var path: String { String(head.path.dropFirst(FixtureServer.Control.prefix.count)) }

    /// The query's values by name; a name that the route does not have, or has once only, is refused.
    func query(_ route: ControlRoute) throws(Problem) -> [String: String] {
        var values: [String: String] = [:]
        for (name, value) in head.parsedTarget.queryItems {
            guard route.queryNames.contains(name) else {
                throw Problem(
                    .badRequest, "The query has the unknown name '\(name)'.",
                    meant: Spelling.nearest(to: name, among: route.queryNames))
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Problem(.badRequest, "The query says '\(name)' twice.")
            }
        }
        return values
    }

    /// Whether a target lies in the control API.
    static func isMeant(by head: HTTPRequestHead) -> Bool {
        let path = head.path
        return path == FixtureServer.Control.prefix || path.hasPrefix(FixtureServer.Control.prefix + "/")
    }
}
