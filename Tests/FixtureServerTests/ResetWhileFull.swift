import FixtureServer
import Scenarios
import TestSupport
import Testing

/// What the journal has of an exchange whose client resets its connection while the socket is full.
func recordOfResetWhileFull() async throws -> ExchangeRecord {
    try await playing(.of(["/x": Answer(body: .pattern(1 << 30))])) { instance in
        let client = try await WireClient(instance.url, receiveBuffer: 4096)
        try await client.get("/x")
        _ = try #require(
            await instance.wait(limit: .ample) { if case .stalled = $0.kind { true } else { false } })
        await client.reset()
        _ = try #require(await instance.wait(limit: .ample) { $0.isEnd })
        return try #require(await instance.journal().exchanges.first)
    }
}
