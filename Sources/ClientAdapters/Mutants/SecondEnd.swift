internal import SessionKit

/// Says the last word twice.
struct SecondEnd: TaskLife {
    private var life: TaskStateMachine

    init(_ plan: TaskPlan) {
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        life.handle(event).flatMap { action -> [TaskAction] in
            if case .deliver(.completed) = action { [action, action] } else { [action] }
        }
    }
}
