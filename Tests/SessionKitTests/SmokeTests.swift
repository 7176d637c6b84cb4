import Foundation
import SessionKit
import TestSupport
import Testing

@Suite struct SmokeTests {
    @Test func `a response is loaded into memory`() async throws {
        let server = try await RawServer { peer in
            while await peer.request() != nil {
                await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            }
        }
        let session = HTTPSession(configuration: .ephemeral)
        let url = try #require(URL(string: server.url("/x")))
        let (data, response) = try await session.data(from: url)
        #expect(data == Data("hello".utf8))
        #expect(response.statusCode == 200)
        let (file, _) = try await session.download(from: url)
        #expect(try Data(contentsOf: file) == Data("hello".utf8))
        try FileManager.default.removeItem(at: file)
    }
}
