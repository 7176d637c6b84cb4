internal import HTTPMessages
internal import Spelling

/// What the control API can be asked for: a method and a path each, as the OpenAPI document lists them.
enum ControlRoute: String, CaseIterable {
    case index, description, instances, makeInstance, instance, endInstance, reset, gates, gate, openGate, journal,
        events
    case wait

    /// The method; GET includes HEAD.
    var method: HTTPMethod {
        switch self {
        case .makeInstance, .reset, .openGate: .post
        case .endInstance: .delete
        default: .get
        }
    }

    /// The path below the prefix; a part in braces stands for a name, `{gate}` for all that follows.
    var template: String {
        switch self {
        case .index: "/"
        case .description: "/openapi.json"
        case .instances, .makeInstance: "/instances"
        case .instance, .endInstance: "/instances/{instance}"
        case .reset: "/instances/{instance}/reset"
        case .gates: "/instances/{instance}/gates"
        case .gate, .openGate: "/instances/{instance}/gates/{gate}"
        case .journal: "/instances/{instance}/journal"
        case .events: "/instances/{instance}/events"
        case .wait: "/instances/{instance}/wait"
        }
    }

    /// The names that the query may have.
    var queryNames: [String] {
        switch self {
        case .events: ["from", "follow"]
        case .wait: ["ended", "reached", "count", "closed", "limit"]
        default: []
        }
    }

    /// The names in a path below the prefix, or nil when this route is not meant.
    func names(in path: String) -> [String: String]? {
        let parts = path.split(separator: "/").map { PercentEncoding.decoded($0) }
        let wanted = template.split(separator: "/")
        var names: [String: String] = [:]
        for (index, part) in wanted.enumerated() {
            guard index < parts.count else { return nil }
            if part == "{gate}" {
                names["gate"] = parts[index...].joined(separator: "/")
                return names
            }
            if part.hasPrefix("{") {
                names[String(part.dropFirst().dropLast())] = parts[index]
            } else if part != parts[index] {
                return nil
            }
        }
        return parts.count == wanted.count ? names : nil
    }

    /// The route of a request, and the names in its path.
    static func find(_ method: HTTPMethod, _ path: String) throws(Problem) -> (ControlRoute, [String: String]) {
        let there = allCases.compactMap { route in route.names(in: path).map { (route, $0) } }
        let wanted = method == .head ? .get : method
        if let found = there.first(where: { $0.0.method == wanted }) { return found }
        guard there.isEmpty else {
            let methods = there.flatMap { $0.0.method == .get ? ["GET", "HEAD"] : [$0.0.method.rawValue] }
            throw Problem(
                .noMethod,
                "\(method) means nothing at \(FixtureServer.Control.prefix)\(path), which knows "
                    + methods.joined(separator: ", ") + ".", methods: methods)
        }
        throw Problem(
            .notFound, "The control API has no path \(FixtureServer.Control.prefix)\(path).", meant: meant(by: path))
    }

    /// The path with the one word put right that is misspelt.
    private static func meant(by path: String) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        for index in parts.indices {
            let words = allCases.compactMap { route -> String? in
                let words = route.template.split(separator: "/")
                guard words.count > index, !words[index].hasPrefix("{") else { return nil }
                return String(words[index])
            }
            guard !words.contains(parts[index]), let word = Spelling.nearest(to: parts[index], among: words) else {
                continue
            }
            let mended = "/" + (parts[..<index] + [word] + parts[(index + 1)...]).joined(separator: "/")
            if allCases.contains(where: { $0.names(in: mended) != nil }) {
                return FixtureServer.Control.prefix + mended
            }
        }
        return nil
    }
}
