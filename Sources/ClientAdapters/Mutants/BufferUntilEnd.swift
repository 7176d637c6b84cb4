internal import SessionKit

/// Keeps the whole content until the transfer has ended.
///
/// The user looks at an empty frame until the last byte of the picture is there, and at nothing at all when they cancel:
/// what had arrived is thrown away, so that a resume begins anew.
struct BufferUntilEnd: TaskLife {
    private var life: TaskStateMachine
    private var kept: [TaskEvent] = []

    init(_ plan: TaskPlan) {
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        switch event {
        case .transfer(.bytes), .transfer(.trailers):
            kept.append(event)
            return []
        case .transfer(.finished), .transfer(.failed):
            defer { kept = [] }
            return (kept + [event]).flatMap { life.handle($0) }
        default:
            let actions = life.handle(event)
            // What was kept belongs to a transfer; a redirect's content is nobody's.
            if actions.contains(where: { if case .startTransfer = $0 { true } else { false } }) { kept = [] }
            return actions
        }
    }
}
