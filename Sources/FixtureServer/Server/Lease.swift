internal import Scenarios

/// The right of an instance to live for as long as somebody uses it.
struct Lease {
    /// How long it lives unused.
    let idleTime: Duration
    /// When the control API last named it, in the log's time.
    var lastAsked = Duration.zero
    /// How many requests to the control API wait for something to happen in it.
    var watchers = 0
}

extension RunningInstance {
    /// Somebody asked the control API about it.
    func touch() { lease?.lastAsked = log.now }

    /// How long it still lives if nobody does anything with it; nil lives as long as the server.
    var timeLeft: Duration? {
        guard let lease else { return nil }
        let isInUse = lease.watchers > 0 || connections.values.contains { $0.idleSince == nil }
        let now = log.now
        let lastUse = isInUse ? now : max(lease.lastAsked, log.history.lastTime)
        return max(.zero, lastUse + lease.idleTime - now)
    }

    /// Whether nobody has used it for too long.
    var hasExpired: Bool { timeLeft == .zero }

    /// The handle of the instance.
    func handle(on server: FixtureServer) -> Instance {
        Instance(
            id: id, scenario: scenario, seed: seed, urls: authorities.mapValues { "http://\($0)" }, started: started,
            server: server, history: log.history)
    }
}
