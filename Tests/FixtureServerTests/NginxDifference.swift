/// An answer that deliberately is not nginx's, and why.
///
/// docs/oracles.md has the same list for readers.
struct NginxDifference: Sendable {
    /// The requests: how their names in the table end.
    var requests: [String]
    /// Or all with such an answer of ours.
    var statuses: Set<Int> = []
    /// What is not the same.
    var aspect = "status"
    /// Why.
    var reason: String

    func covers(_ request: String, _ status: Int) -> Bool {
        statuses.contains(status) || requests.contains { request.hasSuffix($0) }
    }

    private static let many = (0..<65).map { "\(2 * $0)-\(2 * $0)" }.joined(separator: ",")

    static let all = [
        NginxDifference(
            requests: [], statuses: [206, 416], aspect: "Accept-Ranges",
            reason: "a client whose first request has a Range learns from Accept-Ranges too (RFC 9110 §14.3)"),
        NginxDifference(
            requests: ["=5-4", "=a-b", "bytes=1", "bytes=-", "0-0,5-4", "0-0,a-b"],
            reason: "one malformed range makes the field none, and that is ignored (RFC 9110 §14.2 allows both)"),
        NginxDifference(
            requests: ["= 0-1", "=0 - 1"],
            reason: "the grammar has no space within a range (RFC 9110 §14.1.1)"),
        NginxDifference(
            requests: ["bytes=0-99999999999999999999", "bytes=-99999999999999999999"],
            reason: "a last position or a suffix beyond the end means the end (RFC 9110 §14.1.2), however large"),
        NginxDifference(
            requests: ["0-0,,2-3"],
            reason: "empty elements of lists are passed over (RFC 9110 §5.6.1.2)"),
        NginxDifference(
            requests: [many],
            reason: "more than 64 ranges are answered with the whole (RFC 9110 §14.2 asks for a limit)"),
        NginxDifference(
            requests: ["Range: bytes=0-9, Range: bytes=20-29"],
            reason: "Range is no list: two fields of that name are malformed (RFC 9110 §5.3)"),
        NginxDifference(
            requests: ["HEAD /thousand.txt, Range: bytes=0-9"],
            reason: "Range is for GET only (RFC 9110 §14.2)"),
        NginxDifference(
            requests: ["POST /thousand.txt, Content-Length: 0, Range: bytes=0-9"],
            reason: "every resource of a scenario may be posted to; nginx's are files"),
        NginxDifference(
            requests: ["If-Unmodified-Since: yesterday"],
            reason: "what is no date is ignored (RFC 9110 §13.1.4)"),
        NginxDifference(
            requests: [
                "If-None-Match: TAG, If-Modified-Since: Sun, 09 Sep 2001 01:46:39 GMT",
                "If-Match: TAG, If-Unmodified-Since: Sun, 09 Sep 2001 01:46:39 GMT",
            ],
            reason: "where there are tags, dates do not count (RFC 9110 §13.2.2)"),
        NginxDifference(
            requests: ["/empty.txt, Range: bytes=0-", "/empty.txt, Range: bytes=0-0", "/empty.txt, Range: bytes=-0"],
            reason: "nothing has no first byte, so that these ranges cannot be satisfied (RFC 9110 §14.1.2)"),
    ]
}
