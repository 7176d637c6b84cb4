internal import SessionKit

/// Opens the partial file for appending, whatever the server answers to the request for the rest.
///
/// The user resumes a song that has changed meanwhile. The server sends the new one from its beginning, the progress
/// begins at 0 and ends at 100 %, and the file has the new song behind the first half of the old one.
struct AppendOn200: TaskLife {
    private var life: TaskStateMachine
    private let held: Int64?

    init(_ plan: TaskPlan) {
        if case .continuation(let data) = plan.goal { held = data.length } else { held = nil }
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        life.handle(event).map { action in
            guard let held, case .file(.adopt(let partial, length: 0)) = action else { return action }
            return .file(.adopt(partial, length: held))
        }
    }
}
