internal import SessionKit

/// Keeps every byte of the content until the transfer has ended.
struct BufferUntilEnd: TaskLife {
    private var life: TaskStateMachine
    private var kept: [TaskEvent] = []

    init(_ plan: TaskPlan) {
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        switch event {
        case .transfer(.bytes):
            kept.append(event)
            return []
        case .transfer(.finished), .transfer(.failed):
            let events = kept + [event]
            kept = []
            return events.flatMap { life.handle($0) }
        default:
            return life.handle(event)
        }
    }
}
