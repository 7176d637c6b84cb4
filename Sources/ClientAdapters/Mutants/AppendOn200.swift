internal import HTTPMessages
internal import SessionKit

/// Passes a 200 in answer to a resume for a 206 that goes on at the end of what is held.
struct AppendOn200: TaskLife {
    private var life: TaskStateMachine
    private let held: Int64?

    init(_ plan: TaskPlan) {
        var plan = plan
        held = plan.forgetCompleteLength()
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        guard let held, case .transfer(.head(var head)) = event, head.status == 200 else { return life.handle(event) }
        let length = head.fields.first("Content-Length").flatMap { Int64($0) } ?? 0
        head.status = 206
        head.fields.set("Content-Range", "bytes \(held)-\(held + length - 1)/*")
        head.fields.remove("ETag")
        return life.handle(.transfer(.head(head)))
    }
}

extension TaskPlan {
    /// Makes a continuation believe any length of the whole; answers how much it holds, nil for a task that begins anew.
    mutating func forgetCompleteLength() -> Int64? {
        guard case .continuation(var data) = goal else { return nil }
        data.completeLength = nil
        goal = .continuation(data)
        return data.length
    }
}
