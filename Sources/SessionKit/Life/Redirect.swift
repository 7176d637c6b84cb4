package import Foundation
package import HTTPMessages

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Where a redirect leads, by RFC 9110 §15.4 and the contract's rows R02 to R06.
package enum Redirect {
    /// The request that follows a redirect; nil when the response is not one that is followed.
    package static func next(after request: URLRequest, from url: URL, by head: HTTPResponseHead) -> URLRequest? {
        guard HTTPStatus.isRedirect(head.status), let location = head.fields.first("Location"),
            let target = resolve(location, against: url)
        else { return nil }
        var next = request
        next.url = target
        let method = request.httpMethod ?? "GET"
        if becomesGet(method, on: head.status) {
            next.httpMethod = "GET"
            next.httpBody = nil
            for name in ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location"] {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        if HostKey(url) != HostKey(target) {
            // The application meant them for the place it named (contract R06).
            for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        return next
    }

    /// POST becomes GET on 301 and 302 as browsers do it; everything but HEAD becomes GET on 303.
    static func becomesGet(_ method: String, on status: Int) -> Bool {
        switch status {
        case 301, 302: method == "POST"
        case 303: method != "GET" && method != "HEAD"
        default: false
        }
    }

    /// Resolves by RFC 3986 §5; a target without a fragment inherits that of the request (RFC 9110 §10.2.2).
    static func resolve(_ location: String, against base: URL) -> URL? {
        // An empty reference is the document itself, which Foundation does not take for a URL.
        let target = location.isEmpty ? base : URL(string: location, relativeTo: base)?.absoluteURL
        guard let target else { return nil }
        guard target.fragment == nil, let fragment = base.fragment else { return target }
        var components = URLComponents(url: target, resolvingAgainstBaseURL: false)
        components?.fragment = fragment
        return components?.url ?? target
    }
}
