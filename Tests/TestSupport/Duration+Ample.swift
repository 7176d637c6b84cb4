extension Duration {
    /// How long a test waits for an event that is sure to come: longer than the most crowded machine needs, and less than a
    /// suite's own limit, so that the test says itself what it missed.
    public static var ample: Duration { .seconds(240) }
}
