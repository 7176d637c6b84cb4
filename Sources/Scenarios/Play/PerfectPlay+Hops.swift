import HTTPMessages
import YAML

extension PerfectPlay {
    /// Leaves an exchange and sends another request for the same transfer.
    mutating func again(_ index: Int, _ request: PlayedRequest) {
        exchanges[index].isFollowed = false
        transfers[exchanges[index].transfer]?.state = .queued(request)
    }

    mutating func authorize(_ index: Int) {
        var request = exchanges[index].request
        request.credentials = scenario.session.credentials
        transfers[exchanges[index].transfer]?.hasTriedCredentials = true
        again(index, request)
    }

    /// Follows a redirect, 20 times at most.
    mutating func follow(_ index: Int) {
        let exchange = exchanges[index]
        guard let transfer = transfers[exchange.transfer], var request = redirect(of: exchange) else { return }
        let limit = scenario.session.redirects ?? PerfectPlay.mostHops
        guard transfer.hops < limit else { return conclude(transfer.name, .failed) }
        transfers[transfer.name]?.hops += 1
        let status = exchange.played.head.status
        let becomesGet =
            status == 303 && request.method != .head || [301, 302].contains(status) && request.method == .post
        if becomesGet { request.method = .get }
        again(index, request)
    }

    /// The request that a redirect leads to, where it leads to a resource of the instance.
    func redirect(of exchange: PlayedExchange) -> PlayedRequest? {
        guard let line = exchange.answer.fields.last(where: { $0.name.lowercased() == "location" }) else { return nil }
        let location = line.value.text { "\($0).invalid" }
        guard let target = Reference(location).resolved(against: exchange.request) else { return nil }
        var request = exchange.request
        request.resource = target.resource
        request.query = target.query
        return request
    }
}

/// A Location, resolved by RFC 3986 as far as origins of an instance go; `NAME.invalid` stands for their addresses.
private struct Reference {
    private let text: Substring

    init(_ text: String) {
        self.text = text.prefix { $0 != "#" }
    }

    func resolved(against base: PlayedRequest) -> (resource: ResourcePath, query: String)? {
        var rest = text
        var origin = base.resource.origin
        if rest.hasPrefix("http://") { rest = rest.dropFirst("http:".count) }
        if rest.hasPrefix("//") {
            let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
            guard authority.hasSuffix(".invalid") else { return nil }
            origin = String(authority.dropLast(".invalid".count))
            rest = rest.dropFirst(2 + authority.count)
        } else if rest.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") {
            return nil
        }
        let query = rest.firstIndex(of: "?").map { String(rest[$0...]) } ?? ""
        var path = String(rest.dropLast(query.count))
        if path.isEmpty, origin == base.resource.origin {
            return (base.resource, query.isEmpty && text.isEmpty ? base.query : query)
        }
        if !path.hasPrefix("/") {
            let folder = base.resource.path.prefix(through: base.resource.path.lastIndex(of: "/") ?? path.startIndex)
            path = folder + path
        }
        return (ResourcePath(origin: origin, path: Reference.withoutDots(path)), query)
    }

    private static func withoutDots(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
