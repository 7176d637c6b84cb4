public import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What was measured of one request and the response to it; what was never reached is nil (contract D10).
public struct HTTPSessionTaskTransactionMetrics: Sendable {
    /// Where a response came from.
    public enum ResourceFetchType: Int, Sendable {
        /// That is not known.
        case unknown
        /// From the server.
        case networkLoad
        /// Pushed by the server before it was asked for.
        case serverPush
        /// From the session's cache.
        case localCache
    }

    private let sent: TransferRequest
    /// The head of the response, once it was there.
    public internal(set) var response: HTTPSessionResponse?

    /// The transfer began; waiting for a place among the transfers to the host lies before.
    public let fetchStartDate: Date?
    /// The host's name was about to be resolved; nil, like the next four, on a connection that was there already.
    public internal(set) var domainLookupStartDate: Date?
    /// The host's name was resolved.
    public internal(set) var domainLookupEndDate: Date?
    /// The connection was about to be made.
    public internal(set) var connectStartDate: Date?
    /// TCP was connected and TLS about to be agreed on; nil without TLS.
    public internal(set) var secureConnectionStartDate: Date?
    /// TLS was agreed on; nil without TLS.
    public internal(set) var secureConnectionEndDate: Date?
    /// The connection was there, TLS included.
    public internal(set) var connectEndDate: Date?
    /// The request was about to be sent.
    public internal(set) var requestStartDate: Date?
    /// The last of the request was on its way.
    public internal(set) var requestEndDate: Date?
    /// The first byte of the response came, that of an interim one included.
    public internal(set) var responseStartDate: Date?
    /// The last byte of the response came, or the rest was let go because another request followed.
    public internal(set) var responseEndDate: Date?

    /// The protocol as ALPN spells it, such as `http/1.1`.
    public internal(set) var networkProtocolName: String?
    /// Whether the connection led to a proxy.
    public let isProxyConnection = false
    /// Whether an earlier request had made the connection.
    public internal(set) var isReusedConnection = false
    /// Where the response came from.
    public let resourceFetchType = ResourceFetchType.networkLoad

    /// Bytes of the request's head.
    public internal(set) var countOfRequestHeaderBytesSent: Int64 = 0
    /// Bytes of the request's content with its framing.
    public internal(set) var countOfRequestBodyBytesSent: Int64 = 0
    /// Bytes of the request's content as the application gave it.
    public internal(set) var countOfRequestBodyBytesBeforeEncoding: Int64 = 0
    /// Bytes of the response's head, those of interim ones included.
    public internal(set) var countOfResponseHeaderBytesReceived: Int64 = 0
    /// Bytes of the response's content as they came: with the framing of chunks, trailers included, and still coded.
    public internal(set) var countOfResponseBodyBytesReceived: Int64 = 0
    /// Bytes of the response's content, framing and coding undone.
    public internal(set) var countOfResponseBodyBytesAfterDecoding: Int64 = 0

    /// This end of the connection, as digits.
    public internal(set) var localAddress: String?
    /// The port at this end.
    public internal(set) var localPort: Int?
    /// The other end, as digits.
    public internal(set) var remoteAddress: String?
    /// The port at the other end.
    public internal(set) var remotePort: Int?

    init(_ request: TransferRequest, at date: Date) {
        sent = request
        fetchStartDate = date
    }

    /// The request with everything that was added to it.
    public var request: URLRequest {
        var request = URLRequest(url: sent.url)
        request.httpMethod = sent.method
        request.httpBody = sent.body
        for field in sent.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        return request
    }

    /// Takes over what the transport measured.
    mutating func add(_ measured: TransferMetrics) {
        func date(_ time: Duration?) -> Date? {
            guard let time else { return nil }
            return fetchStartDate?.addingTimeInterval(time / .seconds(1))
        }
        isReusedConnection = measured.isReused
        if measured.lookedUp != nil { domainLookupStartDate = fetchStartDate }
        domainLookupEndDate = date(measured.lookedUp)
        connectStartDate = domainLookupEndDate
        if measured.secured != nil { secureConnectionStartDate = date(measured.connected) }
        secureConnectionEndDate = date(measured.secured)
        connectEndDate = date(measured.secured ?? measured.connected)
        requestStartDate = date(measured.requestStarted)
        requestEndDate = date(measured.requestEnded)
        responseStartDate = date(measured.responseStarted)
        responseEndDate = date(measured.responseEnded)
        countOfRequestHeaderBytesSent = measured.requestHeaderBytes
        countOfRequestBodyBytesSent = measured.requestBodyBytes
        countOfRequestBodyBytesBeforeEncoding = min(measured.requestBodyBytes, Int64(sent.body?.count ?? 0))
        countOfResponseHeaderBytesReceived = measured.responseHeaderBytes
        countOfResponseBodyBytesReceived = measured.responseBodyBytes
        localAddress = measured.local?.address
        localPort = measured.local?.port
        remoteAddress = measured.remote?.address
        remotePort = measured.remote?.port
    }
}
