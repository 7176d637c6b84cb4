import CommandLineOptions
import Scenarios

/// How files of one's own are answered: the keys of a scenario file's answer as options.
enum BehaviourOptions {
    static let all: [Option<String>] = [
        option("framing", "WORD", "how the end is marked: length, chunked or until-close"),
        option("pace", "PACE", "1386B@50ms, 27KiB/s or 3.6s; from a position on with POSITION:PACE"),
        option("cut", "POSITION:HOW", "end the connection there: 60%:rst, 10KiB:fin"),
        option("hold", "POSITION:GATE", "wait there until the gate is opened, by Enter: 25%:gate"),
        option("pause", "POSITION:TIME", "wait there so long: 1MiB:300ms"),
        option("send", "POSITION:TEXT", "send this there, outside every framing"),
        option("inform", "POSITION:STATUS", "send an interim response: head:103"),
        option("split", "PACE", "the largest write of the whole answer, head too: 7B@5ms"),
        option("status", "CODE", "another status than 200, such as 503"),
        option("reason", "TEXT", "another reason phrase than the usual"),
        option("http", "VERSION", "1.1 or 1.0"),
        option("field", "NAME: VALUE", "a field of the answer, in place of the computed one"),
        option("drop", "NAME", "a computed field to leave out"),
        option("trailer", "NAME: VALUE", "a field behind the last chunk"),
        option("type", "TYPE", "the media type, where the name does not tell"),
        option("etag", "TAG", "auto, none, weak, v1 or weak:v1"),
        option("modified", "DATE", "auto, none, an HTTP date, or an age such as 30s"),
        option("encoding", "CODING", "gzip, deflate or br as negotiated; or gzip:truncated and other lies"),
        option("ranges", "WORD", "how Range is answered: none, ignored, short:100B and other lies"),
        option("auth", "SCHEME:USER:PASS", "credentials to ask for, basic or digest"),
        option("early", "SIZE", "answer when so much of the request's content has come"),
        option("continue", "never", "no 100 for Expect: 100-continue"),
    ]

    /// The behaviour that was asked for, in the order of the command line.
    static func behaviour(of arguments: ParsedArguments) -> Behaviour {
        Behaviour(arguments.given(of: all).map { Behaviour.Word($0.name, $0.value) })
    }

    /// Any text will do here: what is wrong with it, the reader of scenario files says.
    private static func option(_ key: String, _ placeholder: String, _ summary: String) -> Option<String> {
        Option(key, placeholder: placeholder, summary, expected: "some text", repeats: false, convert: { $0 })
    }
}
