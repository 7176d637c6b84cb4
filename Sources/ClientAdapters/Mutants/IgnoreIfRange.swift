internal import HTTPMessages
internal import SessionKit

/// Sends no If-Range and looks at no validator of the answer.
struct IgnoreIfRange: TaskLife {
    private var life: TaskStateMachine

    init(_ plan: TaskPlan) {
        var plan = plan
        _ = plan.forgetCompleteLength()
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        var event = event
        if case .transfer(.head(var head)) = event, head.status == 206 {
            head.fields.remove("ETag")
            head.fields.remove("Last-Modified")
            event = .transfer(.head(head))
        }
        return life.handle(event).map { action in
            guard case .startTransfer(var request) = action else { return action }
            request.fields.remove("If-Range")
            return .startTransfer(request)
        }
    }
}
