import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// When another task can go on from here (contract M01, M03).
extension TaskStateMachine {
    /// The validator to go on with, nil when the answer or the request forbids it.
    func resumeValidator(of head: HTTPResponseHead) -> Validator? {
        guard head.status == 200, (request.httpMethod ?? "GET") == "GET", request.httpBody == nil,
            request.value(forHTTPHeaderField: "Range") == nil, ExpectedLength.isPlain(head),
            !head.fields.lists("none", under: "Accept-Ranges")
        else { return nil }
        return Validator(of: head)
    }

    /// Whether the task can ask for the rest itself.
    var canGoOn: Bool { ownResumeData != nil || (isPartialUntouched && continuation?.isAsked == true) }

    /// Whether the task has a file to write to, or to remove.
    var hasFile: Bool { destination == .file(.ours) || destination == .file(.beside) }

    /// What describes this task's own file.
    var ownResumeData: ResumeData? {
        guard case .file(.ours) = destination, let validator = intake.validator, intake.written > 0,
            let url = plan.request.url
        else { return nil }
        var fields = HTTPFields()
        for (name, value) in (plan.request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key })
        where !ResumeData.credentialFields.contains(where: { ASCII.equalIgnoringCase($0, name) }) {
            fields.append(name, value)
        }
        return ResumeData(
            url: url, fields: fields, validator: validator, completeLength: intake.total, length: intake.written,
            partialFile: plan.file)
    }

    /// Whether the file behind the resume data this task was made from still lies where it was.
    private var isPartialUntouched: Bool {
        guard let continuation, !continuation.isOurs else { return false }
        return destination != .file(.ours)
    }

    /// What is handed out after an ending, nil when nothing can be resumed or nobody would expect it.
    func resumeData(after ending: Ending) -> ResumeData? {
        switch ending {
        case .cancelled(producingResumeData: true): break
        case .failed(let failure):
            switch failure.code {
            case .idleTimeout, .requestTimeout, .connectionLost, .incompleteBody, .unreachable, .rangeMismatch: break
            // The partial file was not touched, so what could be resumed before can be resumed now.
            case .refused where isPartialUntouched, .dns where isPartialUntouched: break
            default: return nil
            }
        default: return nil
        }
        return ownResumeData ?? untouchedResumeData
    }

    private var untouchedResumeData: ResumeData? {
        guard isPartialUntouched, var data = continuation?.data, let offset = continuation?.offset, offset > 0 else {
            return nil
        }
        data.length = offset
        return data
    }
}
