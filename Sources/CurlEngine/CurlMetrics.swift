import CCurl

/// What libcurl measured of a transfer; times count from its start, nil is what was not reached or not needed.
public struct CurlMetrics: Sendable, Hashable {
    /// One end of a connection.
    public struct Endpoint: Sendable, Hashable {
        /// The address as digits.
        public var address: String
        /// The port.
        public var port: Int
    }

    /// Whether an earlier transfer's connection was used; then nothing was resolved or connected.
    public var isReused = false
    /// The name was resolved.
    public var resolved: Duration?
    /// TCP was connected.
    public var connected: Duration?
    /// TLS was agreed on; nil without TLS.
    public var secured: Duration?
    /// The request was about to be sent.
    public var requestStarted: Duration?
    /// The last of the request was on its way.
    public var requestEnded: Duration?
    /// The first byte of the answer came.
    public var firstByte: Duration?
    /// The end, where the message is whole.
    public var ended: Duration?
    /// Bytes of the request's head.
    public var requestHeaderBytes: Int64 = 0
    /// Bytes of content sent, with its framing.
    public var bytesSent: Int64 = 0
    /// Bytes of head lines received, those of interim answers included.
    public var responseHeaderBytes: Int64 = 0
    /// Bytes of content received, with its framing and its coding.
    public var bytesReceived: Int64 = 0
    /// This end of the connection.
    public var local: Endpoint?
    /// The other end.
    public var remote: Endpoint?

    /// Makes empty metrics.
    public init() {}
}

extension CurlMetrics {
    /// How many bytes of content a handle has sent.
    static func bytesSent(by easy: UnsafeMutableRawPointer) -> Int64 {
        var value: curl_off_t = 0
        unsafe sluice_easy_get_offset(easy, CURLINFO_SIZE_UPLOAD_T, &value)
        return Int64(value)
    }

    /// Reads what a handle has measured until now; what the answer brought is counted by its transfer.
    init(of easy: UnsafeMutableRawPointer) {
        func offset(_ info: CURLINFO) -> Int64 {
            var value: curl_off_t = 0
            unsafe sluice_easy_get_offset(easy, info, &value)
            return Int64(value)
        }
        func number(_ info: CURLINFO) -> Int {
            var value = 0
            unsafe sluice_easy_get_long(easy, info, &value)
            return value
        }
        func time(_ info: CURLINFO) -> Duration? {
            let microseconds = offset(info)
            return microseconds > 0 ? .microseconds(microseconds) : nil
        }
        func endpoint(_ address: CURLINFO, _ port: CURLINFO) -> Endpoint? {
            guard let text = unsafe sluice_easy_get_text(easy, address) else { return nil }
            let digits = unsafe String(cString: text)
            return digits.isEmpty ? nil : Endpoint(address: digits, port: number(port))
        }
        self.init()
        requestStarted = time(CURLINFO_PRETRANSFER_TIME_T)
        isReused = requestStarted != nil && number(CURLINFO_NUM_CONNECTS) == 0
        if !isReused {
            resolved = time(CURLINFO_NAMELOOKUP_TIME_T)
            connected = time(CURLINFO_CONNECT_TIME_T)
            secured = time(CURLINFO_APPCONNECT_TIME_T)
        }
        requestHeaderBytes = Int64(number(CURLINFO_REQUEST_SIZE))
        bytesSent = unsafe Self.bytesSent(by: easy)
        if isReused || connected != nil {
            local = endpoint(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT)
            remote = endpoint(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT)
        }
    }
}
