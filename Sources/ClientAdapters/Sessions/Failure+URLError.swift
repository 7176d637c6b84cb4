internal import AdapterProtocol
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension ErrorKind {
    /// The kind that a URLError's code stands for, as far as the code can tell.
    ///
    /// One code may stand for several kinds (`-1005` for a lost connection and for a body that ended early); the judge
    /// takes such kinds as equal where only the code speaks.
    init(_ code: URLError.Code) {
        self =
            switch code {
            case .cancelled, .userCancelledAuthentication: .cancelled
            case .cannotConnectToHost, .notConnectedToInternet: .refused
            case .cannotFindHost, .dnsLookupFailed: .dns
            case .timedOut: .idleTimeout
            case .networkConnectionLost: .connectionLost
            case .cannotParseResponse: .badFraming
            case .badServerResponse: .badFraming
            case .httpTooManyRedirects: .tooManyRedirects
            case .redirectToNonExistentLocation: .redirectRefused
            case .unsupportedURL, .badURL: .unsupportedScheme
            case .cannotDecodeRawData, .cannotDecodeContentData: .decode
            case .cannotCreateFile, .cannotOpenFile, .cannotWriteToFile, .cannotMoveFile, .cannotRemoveFile,
                .cannotCloseFile:
                .write
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired:
                .tls
            default: .other
            }
    }
}

extension AdapterEvent.Failure {
    /// What an error says, as far as Foundation's error types can.
    init(_ error: any Error) {
        if let error = error as? URLError {
            self.init(
                kind: ErrorKind(error.code), code: error.code.rawValue, message: error.localizedDescription,
                domain: NSURLErrorDomain)
        } else {
            let error = error as NSError
            self.init(
                kind: .other, code: error.code, message: error.localizedDescription, domain: error.domain)
        }
    }
}
