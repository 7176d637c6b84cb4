public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if !canImport(Darwin)
/// The key of resume data in an error's `userInfo`; Foundation lacks it on Linux.
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

extension URLError {
    /// What `HTTPSession.downloadTask(withResumeData:)` can go on from; Foundation lacks it on Linux (contract M03).
    public var downloadTaskResumeData: Data? {
        userInfo[NSURLSessionDownloadTaskResumeData] as? Data
    }
}
#endif

extension URLError {
    /// The exact reason behind an error of this library.
    public var httpSessionFailure: HTTPSessionFailure? {
        userInfo[NSUnderlyingErrorKey] as? HTTPSessionFailure
    }

    /// The error that the application is given for a failure (contract §9).
    init(_ failure: HTTPSessionFailure, url: URL?, resumeData: Data?) {
        var userInfo: [String: Any] = [
            NSUnderlyingErrorKey: failure, NSLocalizedDescriptionKey: failure.message,
        ]
        if let url { userInfo[NSURLErrorFailingURLErrorKey] = url }
        if let resumeData { userInfo[NSURLSessionDownloadTaskResumeData] = resumeData }
        self.init(failure.code.urlErrorCode, userInfo: userInfo)
    }
}

extension HTTPSessionFailure.Code {
    /// The code of contract §9.
    var urlErrorCode: URLError.Code {
        switch self {
        case .cancelled: .cancelled
        case .requestTimeout, .idleTimeout: .timedOut
        case .refused: .cannotConnectToHost
        case .unreachable: .notConnectedToInternet
        case .dns: .cannotFindHost
        case .connectionLost, .incompleteBody: .networkConnectionLost
        case .badFraming, .badStatusLine, .badHeader: .cannotParseResponse
        case .decode: .cannotDecodeRawData
        case .unknownCoding: .cannotDecodeContentData
        case .tooManyRedirects: .httpTooManyRedirects
        case .unsupportedScheme, .resumeInvalid: .unsupportedURL
        case .badRequest: .badURL
        case .rangeMismatch: .badServerResponse
        case .create: .cannotCreateFile
        case .write: .cannotWriteToFile
        case .tls: .secureConnectionFailed
        default: .unknown
        }
    }
}
