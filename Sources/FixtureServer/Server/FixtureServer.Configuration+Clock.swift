internal import EventLoop

/// The clock that a configuration asks for.
extension FixtureServer.Configuration {
    /// The kind of the clock of each instance.
    var kindOfClock: LoopClock.Kind {
        switch clock {
        case .manual: .manual
        case .running: speed == 1 ? .real : .scaled(speed)
        }
    }

    /// How many times faster than real time a scenario's time passes, as journals say it: not at all by itself is 0.
    var speedInEffect: Double { clock == .manual ? 0 : speed }
}
