public import AdapterProtocol
public import Scenarios

extension Scenario {
    /// What a client must be able to do for this scenario to make sense: what its words show, and what it says.
    public var capabilitiesNeeded: [Capability] {
        var needs: [Capability] = []
        func need(_ capability: Capability) {
            if !needs.contains(capability) { needs.append(capability) }
        }
        for step in lane { step.verb.capabilities(in: self).forEach(need) }
        for check in checks { check.expectation.capability.map(need) }
        if session.cookies { need(.cookies) }
        if session.cache { need(.cache) }
        if session.background { need(.restore) }
        if session.idleTimeout != nil || session.totalTimeout != nil { need(.timeouts) }
        if session.credentials != nil { need(.auth) }
        codings.forEach { need(.decode([$0])) }
        if mostTransfersAtOnce > 1 { need(.parallel(mostTransfersAtOnce)) }
        self.needs.map(Capability.init(word:)).forEach(need)
        return needs
    }

    /// Codings that are sent because the client asks for them.
    private var codings: Set<String> {
        var codings: Set<String> = []
        for answer in resources.flatMap({ [$0.answer] + $0.attempts.map(\.answer) }) {
            switch answer.encoding {
            case .none: break
            case .negotiated(let coding): codings.insert(coding.rawValue)
            case .always(.deflateRaw): codings.insert("deflate")
            case .always: codings.insert("gzip")
            }
        }
        return codings
    }

    /// How many transfers run at once: begun, and not known to have ended.
    private var mostTransfersAtOnce: Int {
        var running: Set<String> = []
        var most = 0
        for step in lane {
            switch step.verb {
            case .start(let start): running.insert(start.name)
            case .awaitTransfer(let name, .ended): running.remove(name)
            case .resume(let resume):
                running.remove(resume.from)
                running.insert(resume.name)
            case .quiet:
                // A sentinel runs beside them.
                most = max(most, running.count + 1)
            default: continue
            }
            most = max(most, running.count)
        }
        return most
    }

    /// Whether some answer holds at this gate behind its head, so that the client must report what it has.
    func isBehindHead(_ gate: String) -> Bool {
        steps(at: gate).contains { $0.rank > Position.body.rank }
    }

    /// The positions at which this gate holds.
    func steps(at gate: String) -> [Position] {
        resources.flatMap { [$0.answer] + $0.attempts.map(\.answer) }.flatMap(\.script)
            .filter { $0.action == .hold(gate: gate) }.map(\.position)
    }

    /// Whether a cancel of this transfer asks for resume material.
    func wantsResumeData(of transfer: String) -> Bool {
        let isResumed = lane.contains {
            if case .resume(let resume) = $0.verb { resume.from == transfer } else { false }
        }
        return isResumed
            || checks.contains { check in
                guard check.subject == .transfer(transfer), case .resumeData = check.expectation else { return false }
                return true
            }
    }
}

extension LaneStep.Verb {
    fileprivate func capabilities(in scenario: Scenario) -> [Capability] {
        switch self {
        case .start(let start): start.capabilities
        case .awaitGate(let gate, _): scenario.isBehindHead(gate) ? [.stream] : []
        case .awaitTransfer(_, .reported): [.stream]
        case .cancel(let name): scenario.wantsResumeData(of: name) ? [.cancel, .cancelResume] : [.cancel]
        case .suspend, .unsuspend: [.suspend]
        case .resume(let resume):
            scenario.lane.contains { $0.verb == .cancel(resume.from) } ? [.resume] : [.resume, .resumeAfterFailure]
        case .read: [.pull]
        case .restore, .killClient: [.restore]
        default: []
        }
    }
}

extension TransferStart {
    fileprivate var capabilities: [Capability] {
        var needs: [Capability] = []
        if sink == .file { needs.append(.fileSink) }
        if body != nil { needs.append(.upload) }
        if stopAfter != nil { needs.append(.pull) }
        if cache != nil { needs.append(.cache) }
        if asks.contains(.redirect) { needs.append(.askRedirect) }
        if asks.contains(.response) { needs.append(.askResponse) }
        if asks.contains(.challenge) { needs.append(.auth) }
        return needs
    }
}

extension Expectation {
    fileprivate var capability: Capability? {
        switch self {
        case .interim: .interim
        case .trailers: .trailers
        case .filename: .filename
        case .uploaded: .upload
        default: nil
        }
    }
}
