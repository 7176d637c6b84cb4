public import Foundation

/// What was measured of one task (contract D10).
public struct HTTPSessionTaskMetrics: Sendable {
    /// One for each request that was sent, in order: redirects, and what a resumed download had to ask again.
    public let transactionMetrics: [HTTPSessionTaskTransactionMetrics]
    /// From the making of the task to its completion, suspensions and waiting for a connection included.
    public let taskInterval: DateInterval
    /// How many redirects were followed.
    public let redirectCount: Int
}
