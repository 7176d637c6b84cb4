import Foundation
public import HTTPMessages

extension Credentials {
    /// Reads the one Authorization field of a request in the Basic scheme (RFC 7617 §2); nil where there is none.
    public init?(basic fields: HTTPFields) {
        guard let authorization = Authorization(fields), ASCII.equalIgnoringCase(authorization.scheme, "Basic"),
            let bytes = Data(base64Encoded: authorization.rest),
            let text = String(bytes: bytes, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return nil }
        self.init(user: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }
}
