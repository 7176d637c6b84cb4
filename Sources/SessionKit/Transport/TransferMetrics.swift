/// What a transport measured of one transfer; times count from its start, nil is what was not reached or not needed.
package struct TransferMetrics: Sendable, Hashable {
    /// One end of a connection.
    package struct Endpoint: Sendable, Hashable {
        package var address: String
        package var port: Int

        package init(address: String, port: Int) {
            self.address = address
            self.port = port
        }
    }

    /// Whether the connection was there already; then nothing was looked up or connected.
    package var isReused = false
    package var lookedUp: Duration?
    package var connected: Duration?
    /// TLS was agreed on.
    package var secured: Duration?
    package var requestStarted: Duration?
    package var requestEnded: Duration?
    package var responseStarted: Duration?
    /// The whole answer was there.
    package var responseEnded: Duration?
    package var requestHeaderBytes: Int64 = 0
    /// With the framing, as the other body count.
    package var requestBodyBytes: Int64 = 0
    package var responseHeaderBytes: Int64 = 0
    package var responseBodyBytes: Int64 = 0
    package var local: Endpoint?
    package var remote: Endpoint?

    package init() {}
}
