import YAML

/// What happens in a play, in its order.
struct Story {
    enum Event: Hashable {
        /// The lane begins a step.
        case lane(LaneStep)
        /// The exchange of this number begins.
        case asked(Int)
        /// It stands at a gate.
        case held(Int, Step)
        /// A step of its script is done.
        case did(Int, Step)
        /// The client has the head.
        case head(Int)
        /// A transfer is over.
        case ended(String, PlayedTransfer.Outcome)
    }

    private(set) var events: [Event] = []
    private var held: Set<Event> = []

    mutating func tell(_ event: Event) {
        // A gate is looked at again and again, and stands there once.
        if case .held = event, !held.insert(event).inserted { return }
        events.append(event)
    }
}
