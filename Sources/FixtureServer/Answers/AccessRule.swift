internal import Digests
internal import HTTPMessages
internal import Scenarios

/// Asks for credentials, and looks at those that come (RFC 7617, RFC 7616).
///
/// One nonce for each instance: credentials that were right for another one are stale, and the client may use them again
/// without asking its user.
struct AccessRule {
    /// What is asked for.
    let rule: AuthRule
    /// The nonce of the instance.
    let nonce: String
    /// What the client is told that it logs in to.
    var realm = "sluice"
    /// Comes back as it is.
    var opaque = "c2x1aWNl"

    /// What becomes of a request.
    enum Verdict: Hashable {
        case admitted
        /// 401; stale where all but the nonce was right.
        case challenged(isStale: Bool)
    }

    /// Looks at the credentials of a request.
    func verdict(on request: HTTPRequestHead) -> Verdict {
        switch rule {
        case .basic(let wanted):
            return Credentials(basic: request.fields) == wanted ? .admitted : .challenged(isStale: false)
        case .digest(let wanted):
            guard let response = DigestResponse(request, opaque: opaque), response.proves(wanted, in: realm) else {
                return .challenged(isStale: false)
            }
            return response.nonce == nonce ? .admitted : .challenged(isStale: true)
        }
    }

    /// The values of WWW-Authenticate, one field each: the strongest first (RFC 7616 §3.7).
    func challenges(isStale: Bool) -> [String] {
        switch rule {
        case .basic: return ["Basic realm=\"\(realm)\", charset=\"UTF-8\""]
        case .digest:
            return DigestAlgorithm.offered.map { algorithm in
                "Digest realm=\"\(realm)\", qop=\"auth\", algorithm=\(algorithm.rawValue), nonce=\"\(nonce)\", "
                    + "opaque=\"\(opaque)\"" + (isStale ? ", stale=true" : "")
            }
        }
    }

    /// A nonce that nobody has seen before.
    static func makeNonce() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
    }
}

/// What a digest is computed with.
enum DigestAlgorithm: String {
    case sha256 = "SHA-256"
    case md5 = "MD5"

    /// Those that this system computes.
    static let offered: [DigestAlgorithm] = MD5.hex(of: []) == nil ? [.sha256] : [.sha256, .md5]

    /// The digest of a text in hexadecimal digits; nil where a policy forbids the algorithm.
    func hex(_ text: String) -> String? {
        switch self {
        case .sha256: SHA256.digest(of: Array(text.utf8)).hex
        case .md5: MD5.hex(of: Array(text.utf8))
        }
    }
}

/// The answer of a request to a digest challenge (RFC 7616 §3.4).
private struct DigestResponse {
    let method: String
    let algorithm: DigestAlgorithm
    let user: String
    let realm: String
    let uri: String
    let nonce: String
    let count: String
    let clientNonce: String
    let response: String

    /// Reads the Authorization field; nil unless it answers a challenge of ours for this very request.
    init?(_ request: HTTPRequestHead, opaque: String) {
        guard let authorization = Authorization(request.fields),
            ASCII.equalIgnoringCase(authorization.scheme, "Digest"), let given = authorization.parameters,
            let algorithm = DigestAlgorithm(rawValue: given["algorithm"]?.uppercased() ?? "MD5"),
            let user = given["username"], let realm = given["realm"], let uri = given["uri"],
            let nonce = given["nonce"], let count = given["nc"], let clientNonce = given["cnonce"],
            let response = given["response"], given["qop"] == "auth", given["opaque"] == opaque,
            uri == request.target, count.utf8.count == 8, count.utf8.allSatisfy({ ASCII.hexValue($0) != nil })
        else { return nil }
        method = request.method.rawValue
        self.algorithm = algorithm
        self.user = user
        self.realm = realm
        self.uri = uri
        self.nonce = nonce
        self.count = count
        self.clientNonce = clientNonce
        self.response = response
    }

    /// Whether who made it knows the password.
    func proves(_ wanted: Credentials, in realm: String) -> Bool {
        guard user == wanted.user, self.realm == realm,
            let secret = algorithm.hex("\(wanted.user):\(realm):\(wanted.password)"),
            let what = algorithm.hex("\(method):\(uri)")
        else { return false }
        return algorithm.hex("\(secret):\(nonce):\(count):\(clientNonce):auth:\(what)") == response.lowercased()
    }
}
