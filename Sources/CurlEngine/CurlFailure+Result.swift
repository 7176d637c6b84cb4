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
