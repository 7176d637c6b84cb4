import EventLoop
import Testing

@Suite(.timeLimit(.minutes(5))) struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1", 80, "127.0.0.1:80"),
        ("localhost", 0, "127.0.0.1:0"),
        ("::1", 65535, "[::1]:65535"),
        ("2001:db8:0:0::5", 443, "[2001:db8::5]:443"),
        ("0.0.0.0", 8080, "0.0.0.0:8080"),
    ])
    func `a numeric address reads back as it stands in a URL`(host: String, port: Int, text: String) throws {
        let address = try #require(SocketAddress(host: host, port: port))
        #expect(address.description == text)
        #expect(address.port == port)
        #expect(SocketAddress(host: address.host, port: port) == address)
    }

    @Test(arguments: ["example.org", "", " 127.0.0.1", "127.0.0.1:80", "[::1]", "256.0.0.1"])
    func `anything else is no address`(host: String) {
        #expect(SocketAddress(host: host, port: 1) == nil)
    }
}
