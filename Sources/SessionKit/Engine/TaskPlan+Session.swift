import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TaskPlan {
    /// What a task's core and its session's configuration amount to.
    init(_ core: TaskCore, _ configuration: HTTPSessionConfiguration, file: URL) {
        var refusal: HTTPSessionFailure?
        let goal: Goal
        let request: URLRequest
        switch core.goal {
        case .memory(let asked):
            goal = .memory
            request = asked
        case .file(let asked):
            goal = .file
            request = asked
        case .continuation(let data):
            do throws(HTTPSessionFailure) {
                let resumeData = try ResumeData(data)
                goal = .continuation(resumeData)
                request = resumeData.originalRequest
            } catch {
                refusal = error
                goal = .file
                request = URLRequest(url: file)
            }
        }
        let additional = configuration.httpAdditionalHeaders.sorted { $0.key < $1.key }
        let rules = RequestRules(additionalFields: HTTPFields(additional.map { HTTPField($0.key, $0.value) }))
        self.init(goal, request, file: file, rules: rules)
        self.refusal = refusal
        maximumRedirects = configuration.httpMaximumRedirects
        maximumBytesInFlight = max(1, configuration.maximumBytesInFlight)
    }
}
