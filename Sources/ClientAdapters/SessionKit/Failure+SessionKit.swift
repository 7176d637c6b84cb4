internal import AdapterProtocol
internal import Foundation
internal import SessionKit

extension AdapterEvent.Failure {
    /// What an error of SessionKit says: more exactly than its URLError code can.
    init(sessionKit error: any Error) {
        self.init(error)
        guard let failure = (error as? URLError)?.httpSessionFailure else { return }
        message = failure.message
        switch failure.code {
        case .create: kind = .write
        case .unknownCoding: kind = .decode
        case .unreachable: kind = .refused
        case .badRequest: kind = .other
        default: kind = ErrorKind(rawValue: failure.code.rawValue) ?? kind
        }
    }
}
