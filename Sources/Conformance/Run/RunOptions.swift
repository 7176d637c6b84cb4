/// What a run may be told besides scenarios and clients.
public struct RunOptions: Sendable {
    /// How many adapter processes at once.
    public var jobs: Int
    /// How long nothing may move until an await counts as unmet; every write and report renews it.
    public var patience: Duration
    /// The seed of everything random.
    public var seed: UInt64
    /// How many times faster than written intervals and pauses pass, except in scenarios about time.
    public var speed: Double
    /// How often each scenario is played.
    public var repetitions: Int
    /// The suite's name and version, as adapters are told.
    public var suite: String

    /// Makes options; without anything said: one job, three seconds of patience, a twentieth of the time.
    public init(
        jobs: Int = 1, patience: Duration = .seconds(3), seed: UInt64 = 1, speed: Double = 20, repetitions: Int = 1,
        suite: String = "sluice"
    ) {
        self.jobs = jobs
        self.patience = patience
        self.seed = seed
        self.speed = speed
        self.repetitions = repetitions
        self.suite = suite
    }
}
