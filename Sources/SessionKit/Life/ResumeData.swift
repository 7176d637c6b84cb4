package import Foundation
package import HTTPMessages

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// What a later task needs to go on with a download: the request, the validator, and where the partial file is.
///
/// It holds no credentials: `Authorization`, `Cookie` and `Proxy-Authorization` are left out (contract M05).
package struct ResumeData: Hashable, Sendable {
    package var url: URL
    package var fields: HTTPFields
    package var validator: Validator
    /// The length of the whole, when it is known.
    package var completeLength: Int64?
    /// How many bytes of the partial file count.
    package var length: Int64
    package var partialFile: URL

    package init(
        url: URL, fields: HTTPFields, validator: Validator, completeLength: Int64?, length: Int64, partialFile: URL
    ) {
        self.url = url
        self.fields = fields
        self.validator = validator
        self.completeLength = completeLength
        self.length = length
        self.partialFile = partialFile
    }

    /// The request that the first task was made with, without its credentials.
    package var originalRequest: URLRequest {
        var request = URLRequest(url: url)
        for field in fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        return request
    }

    /// The names of fields that are not kept.
    static let credentialFields = ["Authorization", "Cookie", "Proxy-Authorization"]
}
