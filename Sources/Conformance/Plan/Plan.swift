public import AdapterProtocol
public import Scenarios

/// What will be done with each selected scenario for one client.
public struct Plan: Sendable {
    /// The scenarios with what is done about them, in order: those about time come last.
    public let items: [Item]

    /// One scenario of a plan.
    public struct Item: Sendable {
        /// The scenario.
        public let scenario: Scenario
        /// What is done about it.
        public let course: Course
    }

    /// What is done about a scenario.
    public enum Course: Sendable, Hashable {
        /// It is run.
        case run
        /// The client does not claim this.
        case unsupported(Capability)
        /// It is not run, for a reason of the suite's.
        case skip(String)
    }

    /// Plans scenarios for a client that claims these capabilities.
    public init(_ scenarios: [Scenario], for caps: Capabilities) {
        let items = scenarios.map { Item(scenario: $0, course: Plan.course(of: $0, caps)) }
        self.items = items.filter { !$0.scenario.usesClock } + items.filter { $0.scenario.usesClock }
    }

    /// The scenarios that are run.
    public var running: [Scenario] { items.filter { $0.course == .run }.map(\.scenario) }

    private static func course(of scenario: Scenario, _ caps: Capabilities) -> Course {
        guard !scenario.lane.isEmpty else { return .skip("it describes a server only") }
        if let missing = scenario.capabilitiesNeeded.first(where: { !caps.meet($0) }) { return .unsupported(missing) }
        for step in scenario.lane {
            switch step.verb {
            case .killClient, .restore: return .skip("this version does not kill and restore clients")
            case .start(let start) where start.quota != nil: return .skip("this version does not limit the disk")
            case .start(let start) where start.body?.isEndless ?? false:
                return .skip("this version does not send endless bodies")
            default: continue
            }
        }
        return .run
    }
}
