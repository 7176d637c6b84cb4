internal import HTTPMessages
internal import SessionKit

/// Takes the loss of a connection within the content for the end of the content.
struct SwallowEarlyClose: TaskLife {
    private var life: TaskStateMachine
    private var isInContent = false

    init(_ plan: TaskPlan) {
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        switch event {
        case .transfer(.head):
            isInContent = true
            return life.handle(event)
        case .transfer(.failed(let failure)) where isInContent && isEarlyClose(failure):
            return life.handle(.transfer(.finished))
        default:
            return life.handle(event)
        }
    }

    private func isEarlyClose(_ failure: HTTPSessionFailure) -> Bool {
        failure.code == .incompleteBody || failure.code == .connectionLost
    }
}
