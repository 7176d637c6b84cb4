internal import SessionKit

/// Takes the loss of a connection within the content for the end of the content.
///
/// The train enters a tunnel. The user is shown the upper half of a picture as if that were the picture, it is kept as
/// complete, and nobody ever asks for the rest.
struct SwallowEarlyClose: TaskLife {
    private var life: TaskStateMachine

    init(_ plan: TaskPlan) {
        life = TaskStateMachine(plan)
    }

    mutating func handle(_ event: TaskEvent) -> [TaskAction] {
        guard case .transfer(.failed(let failure)) = event, isEarlyClose(failure) else { return life.handle(event) }
        return life.handle(.transfer(.finished))
    }

    private func isEarlyClose(_ failure: HTTPSessionFailure) -> Bool {
        failure.phase == .content && (failure.code == .incompleteBody || failure.code == .connectionLost)
    }
}
