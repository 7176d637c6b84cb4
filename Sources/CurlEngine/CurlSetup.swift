import CCurl
import Foundation
import HTTPMessages

/// One easy handle with its options, the list of fields and the text of its last error: what is freed together.
@safe final class CurlSetup {
    let easy: UnsafeMutableRawPointer
    private let fields: FieldList
    private let errorText: UnsafeMutablePointer<CChar>

    init(_ request: CurlRequest, receiveBuffer: Int) throws(CurlFailure) {
        let url = try Self.checkedURL(request.url)
        let fields = try FieldList(request)
        guard let easy = unsafe curl_easy_init() else {
            throw CurlFailure(.other, .connecting, "libcurl has no memory")
        }
        unsafe self.easy = unsafe easy
        self.fields = fields
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe sluice_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
        setText(CURLOPT_URL, url)
        unsafe sluice_easy_set_pointer(easy, CURLOPT_HTTPHEADER, fields.list)
        setDefaults(receiveBuffer: receiveBuffer)
        setMethod(request)
        if let timeout = request.connectTimeout {
            setNumber(CURLOPT_CONNECTTIMEOUT_MS, max(1, timeout.wholeMilliseconds))
        }
        // libcurl sends a request again on its own when a reused connection turns out to be dead (RFC 9112 §9.3.1).
        if !HTTPMethod(rawValue: request.method).isIdempotent { setNumber(CURLOPT_FRESH_CONNECT, 1) }
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe errorText.deallocate()
    }

    /// What libcurl says about the failure.
    var message: String { unsafe String(cString: errorText) }

    private func setDefaults(receiveBuffer: Int) {
        setNumber(CURLOPT_NOSIGNAL, 1)
        setNumber(CURLOPT_TCP_NODELAY, 1)
        setNumber(CURLOPT_BUFFERSIZE, receiveBuffer)
        setText(CURLOPT_PROTOCOLS_STR, "http,https")
        setNumber(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        // Content is decoded above, where a truncated coding is noticed.
        setNumber(CURLOPT_HTTP_CONTENT_DECODING, 0)
        // Chunks are taken off above too: libcurl reads "5x" as 5, and does not say whether the last chunk has come.
        setNumber(CURLOPT_HTTP_TRANSFER_DECODING, 0)
        setNumber(CURLOPT_FOLLOWLOCATION, 0)
        // An empty proxy keeps libcurl from looking into the environment.
        setText(CURLOPT_PROXY, "")
        setText(CURLOPT_NOPROXY, "*")
        setNumber(CURLOPT_NETRC, 0)
        setNumber(CURLOPT_HTTPAUTH, 0)
        setNumber(CURLOPT_PATH_AS_IS, 1)
    }

    private func setMethod(_ request: CurlRequest) {
        let length: Int64?
        switch request.body {
        case .none: length = ["POST", "PUT", "PATCH"].contains(request.method) ? 0 : nil
        case .data(let data): length = Int64(data.count)
        case .source(let source): length = source.length ?? -1
        }
        if request.method == "HEAD" {
            setNumber(CURLOPT_NOBODY, 1)
        } else {
            if let length {
                setNumber(CURLOPT_UPLOAD, 1)
                unsafe sluice_easy_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(length))
            }
            setText(CURLOPT_CUSTOMREQUEST, request.method)
        }
    }

    private func setNumber(_ option: CURLoption, _ value: Int) {
        unsafe sluice_easy_set_long(easy, option, value)
    }

    private func setText(_ option: CURLoption, _ text: String) {
        unsafe text.withCString { _ = unsafe sluice_easy_set_pointer(easy, option, $0) }
    }

    private static func checkedURL(_ text: String) throws(CurlFailure) -> String {
        let scheme = text.prefix { $0 != ":" }
        guard ASCII.equalIgnoringCase(scheme, "http") || ASCII.equalIgnoringCase(scheme, "https") else {
            throw CurlFailure(
                .unsupportedScheme, .connecting, "\(text.prefix(200)) begins with neither http: nor https:")
        }
        return String(text.prefix { $0 != "#" })
    }

    /// The header lines; libcurl keeps a pointer to them until the handle is gone.
    @safe private final class FieldList {
        private(set) var list: UnsafeMutablePointer<curl_slist>?

        init(_ request: CurlRequest) throws(CurlFailure) {
            unsafe list = nil
            for field in request.fields {
                guard ASCII.isToken(field.name), field.value.utf8.allSatisfy({ $0 != 0x0D && $0 != 0x0A && $0 != 0 })
                else {
                    throw CurlFailure(
                        .badRequest, .connecting, "the field \"\(field.name)\" cannot be sent as one line")
                }
                // How a body is framed follows from the body.
                if field.isNamed("Content-Length") || field.isNamed("Transfer-Encoding") { continue }
                append(field.value.isEmpty ? "\(field.name);" : field.description)
            }
            // A name without a value keeps libcurl from adding a field of its own.
            for name in ["Accept", "Expect"] where !request.fields.contains(name) { append("\(name):") }
        }

        deinit { unsafe curl_slist_free_all(list) }

        private func append(_ line: String) {
            unsafe line.withCString { text in
                if let longer = unsafe curl_slist_append(list, text) { unsafe list = unsafe longer }
            }
        }
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
