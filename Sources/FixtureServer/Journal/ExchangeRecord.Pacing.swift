extension ExchangeRecord {
    /// How a pace was kept, in the scenario's time: under `--speed 20x` a second of it takes 50 ms.
    public struct Pacing: Hashable, Sendable, Codable {
        /// The pace in words: `1386 B every 20 ms`.
        public var pace: String
        /// How many pieces were due.
        public var pieces = 0
        /// How much time the pace wants between its first and its last piece, without what holds, pauses and a full socket
        /// took, behind which it begins anew.
        public var planned = Duration.zero
        /// How much it was.
        public var actual = Duration.zero
        /// By how much the latest piece was late.
        public var latest = Duration.zero
    }

    /// A write that the kernel took nothing of, because the connection was gone.
    public struct FailedWrite: Hashable, Sendable, Codable {
        /// When it was tried.
        public var time: Duration
        /// How many bytes were offered.
        public var length: Int
        /// Why: `reset` by the peer, `closed` on this side.
        public var reason: String
    }
}
