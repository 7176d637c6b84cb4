public import Foundation

/// What a session is made with; a session keeps the copy it was given, so later edits change nothing (contract S01).
public struct HTTPSessionConfiguration: Sendable {
    /// Seconds without a byte in either direction after which a task fails with `URLError.timedOut` (contract S12).
    ///
    /// The clock stands still while the task is suspended, waits for a slot, or waits for the application's decision.
    public var timeoutIntervalForRequest: TimeInterval

    /// Seconds that a whole task may take, counted from its first `resume()` (contract S14).
    public var timeoutIntervalForResource: TimeInterval

    /// How many transfers to one host run at once; others wait in order of priority and start (contract S15).
    public var httpMaximumConnectionsPerHost: Int

    /// Fields added to every request that lacks them (contract S17).
    public var httpAdditionalHeaders: [String: String]

    /// How many redirects one task follows before it fails with `URLError.httpTooManyRedirects` (contract R07).
    public var httpMaximumRedirects: Int

    /// Bytes that one task may hold in memory before it stops reading the connection (contract S05).
    ///
    /// Reading goes on when a quarter of it is left. What one read of the socket brings may come on top, 256 KiB.
    public var maximumBytesInFlight: Int

    /// Where downloads are written until they are complete; partial files behind resume data stay there.
    public var temporaryDirectory: URL

    /// Makes a configuration with the defaults of URLSession on macOS.
    public init() {
        timeoutIntervalForRequest = 60
        timeoutIntervalForResource = 7 * 24 * 60 * 60
        httpMaximumConnectionsPerHost = 6
        httpAdditionalHeaders = [:]
        httpMaximumRedirects = 20
        maximumBytesInFlight = 1 << 20
        temporaryDirectory = FileManager.default.temporaryDirectory
    }

    /// A configuration with the defaults.
    public static var `default`: HTTPSessionConfiguration { HTTPSessionConfiguration() }

    /// A configuration that leaves nothing on disk but downloads (contract S11).
    public static var ephemeral: HTTPSessionConfiguration { HTTPSessionConfiguration() }
}
