internal import SessionKit

/// Says the last word twice.
///
/// The application runs its completion code twice: the song is added to the list a second time, a counter of running
/// downloads goes below zero, a continuation that was resumed once already stops the program.
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
