import CommandLineOptions
import Foundation

/// `fixture-server serve FILE…`: files of the user's own, with a behaviour that the options say.
struct ServeFilesCommand {
    static let command = Command(
        "serve", "Serves files of your own, and misbehaves as the options say",
        discussion: """
            Each file is to be had at /NAME, and nothing else is. The options are the keys
            of a scenario file's answer; --cut, --hold, --pause, --send and --inform may be
            given several times, in the order of the wire, as POSITION:ARGUMENT. A position
            is request, head, body, an offset such as 60%, 4KiB or -1B, end or done.
            A URL may say otherwise for its request: /photo.jpg?cut=10%25:fin

            Try: fixture-server serve photo.jpg --framing chunked --pace 1386B@50ms \\
                 --cut 60%:rst
            """,
        options: BehaviourOptions.all + ServerOptions.listening, operands: .many("FILE", atLeast: 1))

    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() async -> Int32 {
        let files = arguments.operands.map { URL(filePath: $0) }
        let offer = Offer.files(files, BehaviourOptions.behaviour(of: arguments))
        return await ServeCommand(arguments).serve(offer, holds: offer.holds)
    }
}
