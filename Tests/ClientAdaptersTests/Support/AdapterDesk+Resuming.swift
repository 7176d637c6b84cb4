import AdapterProtocol
import FixtureServer
import Testing

extension AdapterDesk {
    /// Downloads the first half as `half`, cancels, and goes on as `rest` to the end.
    func resumeHalf(_ instance: Instance) async throws {
        start("half", instance.url + "/x", .file)
        await bytes(size / 2, of: "half")
        send(.cancel(t: "half", resume: .want))
        try await end(of: "half")
        let material = try #require(resumeData(of: "half").first?.value)
        send(.resume(.init(t: "rest", from: material, options: .init(sink: .file))))
        try await end(of: "rest")
    }
}
