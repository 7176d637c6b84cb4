internal import HTTPMessages
internal import SessionKit

/// Resumes without If-Range, and looks at no validator or length of the answer.
///
/// The user resumes a song that has changed meanwhile. The server, not told which version is meant, sends the tail of the
/// new one; the file is as long as it should be, opens, and has the head of one version and the tail of the other.
struct IgnoreIfRange: TaskLife {
    private var life: TaskStateMachine
    /// The part as it was sent, for the application.
    private var part: HTTPResponseHead?
    /// Whether it resumes; what the application asks for in parts is not its business.
    private var resumes = false

    init(_ plan: TaskPlan) {
        var plan = plan
        if case .continuation(var data) = plan.goal {
            data.completeLength = nil
            plan.goal = .continuation(data)
            resumes = true
        }
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        var event = event
        if resumes, case .transfer(.head(var head)) = event, head.status == 206 {
            part = head
            head.fields.remove("ETag")
            head.fields.remove("Last-Modified")
            event = .transfer(.head(head))
        }
        return life.handle(event).map(faulty)
    }

    private func faulty(_ action: TaskAction) -> TaskAction {
        switch action {
        case .startTransfer(var request):
            request.fields.remove("If-Range")
            return .startTransfer(request)
        case .deliver(.response(let response)):
            guard let part, response.statusCode == 206 else { return action }
            let shown = HTTPSessionResponse(
                url: response.url, head: part, expectedContentLength: response.expectedContentLength)
            return .deliver(.response(shown))
        default: return action
        }
    }
}
