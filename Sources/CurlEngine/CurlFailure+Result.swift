import CCurl

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension CurlFailure {
    /// What a result other than "no error" means; version 7.88 uses one number for unlike things.
    init(_ result: CURLcode, setup: CurlSetup, ledger: ResponseLedger) {
        var osError = 0
        unsafe sluice_easy_get_long(setup.easy, CURLINFO_OS_ERRNO, &osError)
        let said = setup.message
        let text = unsafe said.isEmpty ? String(cString: curl_easy_strerror(result)) : said
        let code = Code(result, osError: Int32(truncatingIfNeeded: osError), said: said, ledger: ledger)
        let phase: Phase =
            switch code {
            case .refused, .unreachable, .dns, .connectTimeout, .tls: .connecting
            default: ledger.phase
            }
        self.init(code, phase, text, curlCode: Int(result.rawValue))
    }
}

extension CurlFailure.Code {
    fileprivate init(_ result: CURLcode, osError: Int32, said: String, ledger: ResponseLedger) {
        switch result {
        case CURLE_UNSUPPORTED_PROTOCOL:
            // The scheme was checked before: this is an answer that does not begin with HTTP/.
            self = .badStatusLine
        case CURLE_URL_MALFORMAT:
            self = .badRequest
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            self = .dns
        case CURLE_COULDNT_CONNECT:
            self = osError == ENETUNREACH || osError == EHOSTUNREACH ? .unreachable : .refused
        case CURLE_OPERATION_TIMEDOUT:
            self = .connectTimeout
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ISSUER_ERROR:
            self = .tls
        case CURLE_PARTIAL_FILE:
            self = .incompleteBody
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR:
            self = .connectionLost
        case CURLE_RECV_ERROR:
            // The same number for a reset and for chunks that are none.
            self = said.contains("chunked-encod") ? .badFraming : .connectionLost
        case CURLE_BAD_CONTENT_ENCODING:
            self = .badFraming
        case CURLE_WEIRD_SERVER_REPLY:
            self = ledger.hasBegun ? .badHeader : .badStatusLine
        case CURLE_OUT_OF_MEMORY where !ledger.hasHead:
            // A line of more than 100 KB, which this version does not make room for.
            self = .badHeader
        default:
            self = .other
        }
    }
}

extension CurlMetrics {
    /// Reads what a handle measured.
    init(of easy: UnsafeMutableRawPointer) {
        func offset(_ info: CURLINFO) -> Int64 {
            var value: curl_off_t = 0
            unsafe sluice_easy_get_offset(easy, info, &value)
            return Int64(value)
        }
        func time(_ info: CURLINFO) -> Duration { .microseconds(offset(info)) }
        var connects = 0
        unsafe sluice_easy_get_long(easy, CURLINFO_NUM_CONNECTS, &connects)
        self.init()
        isReused = connects == 0
        resolved = time(CURLINFO_NAMELOOKUP_TIME_T)
        connected = time(CURLINFO_CONNECT_TIME_T)
        secured = time(CURLINFO_APPCONNECT_TIME_T)
        requestStarted = time(CURLINFO_PRETRANSFER_TIME_T)
        firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
        total = time(CURLINFO_TOTAL_TIME_T)
        bytesReceived = offset(CURLINFO_SIZE_DOWNLOAD_T)
        bytesSent = offset(CURLINFO_SIZE_UPLOAD_T)
    }
}
