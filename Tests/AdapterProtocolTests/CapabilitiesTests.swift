import AdapterProtocol
import Testing

@Suite struct `What an adapter claims` {
    @Test func `words with numbers and lists are read, others kept`() {
        let words = ["stream", "parallel:6", "decode:gzip,deflate", "parallel:many", "telepathy", "cancel-resume"]
        #expect(
            words.map(Capability.init(word:)) == [
                .stream, .parallel(6), .decode(["deflate", "gzip"]), .unknown("parallel:many"),
                .unknown("telepathy"), .cancelResume,
            ])
    }

    @Test(arguments: [
        "stream", "progress", "cancel", "cancel-resume", "resume", "resume-after-failure", "restore", "suspend", "pull",
        "ask-redirect", "ask-response", "auth", "parallel:3", "trailers", "interim", "filename", "decode:br,gzip",
        "file-sink", "timeouts", "upload", "cookies", "cache", "metrics", "auto-retry", "http2",
    ])
    func `every word of the protocol is known`(_ word: String) {
        let capability = Capability(word: word)
        #expect(capability != .unknown(word))
        #expect(capability.word == word)
    }

    @Test func `counts and codings are met by at least as much`() {
        let caps = Capabilities([.parallel(4), .decode(["gzip", "br"]), .stream])
        #expect(caps.meet(.parallel(4)) && !caps.meet(.parallel(5)))
        #expect(caps.meet(.decode(["gzip"])) && !caps.meet(.decode(["gzip", "zstd"])))
        #expect(caps.meet(.stream) && !caps.meet(.suspend))
        #expect(Capabilities().meet(.parallel(1)) && !Capabilities().meet(.parallel(2)))
    }
}
