import Foundation
package import HTTPMessages

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Turns an application's request into the one on the wire.
package struct RequestRules: Sendable {
    /// Added where the request lacks them (contract S17).
    package var additionalFields: HTTPFields

    package init(additionalFields: HTTPFields = [:]) {
        self.additionalFields = additionalFields
    }

    /// The request on the wire, or why there is none.
    package func prepare(_ request: URLRequest) throws(HTTPSessionFailure) -> TransferRequest {
        guard let url = request.url else {
            throw HTTPSessionFailure(.badRequest, .local, "the request has no URL")
        }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw HTTPSessionFailure(
                .unsupportedScheme, .local, "\(url.absoluteString) begins with neither http: nor https:")
        }
        guard HostKey(url) != nil else {
            throw HTTPSessionFailure(.badRequest, .local, "\(url.absoluteString) names no host")
        }
        var fields = HTTPFields()
        // URLRequest does not know the order in which fields were set; sorted, requests at least do not differ by chance.
        for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
            fields.append(name, value)
        }
        for field in additionalFields where !fields.contains(field.name) { fields.append(field.name, field.value) }
        if !fields.contains("Accept") { fields.append("Accept", "*/*") }
        if !fields.contains("Accept-Encoding") {
            // A part of something coded could not be decoded.
            fields.append("Accept-Encoding", fields.contains("Range") ? "identity" : "gzip, deflate")
        }
        if !fields.contains("User-Agent") { fields.append("User-Agent", "SessionKit") }
        for field in fields where !Self.isSendable(field) {
            throw HTTPSessionFailure(
                .badRequest, .local, "the field \"\(field.name)\" holds characters that would end its line")
        }
        let body = request.httpBody.flatMap { $0.isEmpty ? nil : $0 }
        return TransferRequest(method: request.httpMethod ?? "GET", url: url, fields: fields, body: body)
    }

    /// A line end or a NUL in a field would let the application's data write the request (RFC 9110 §5.5).
    private static func isSendable(_ field: HTTPField) -> Bool {
        ASCII.isToken(field.name) && field.value.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
    }
}
