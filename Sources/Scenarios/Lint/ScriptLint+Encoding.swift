import YAML

extension ScriptLint {
    /// Refuses what a coder cannot do: to tell a length or a time that only coding shows, and brotli at all.
    func checkEncoding(of answer: Answer, at location: FileLocation) {
        if answer.encoding == .negotiated(.br) {
            checkBrotli(of: answer, at: location)
        } else if answer.framing == .length, case .known(let length) = facts.length(of: answer.body),
            length > EncodingRule.longestCounted
        {
            log.add(
                location, "the code of \(length) bytes has no length beforehand",
                expected: "framing: chunked or until-close, or at most \(EncodingRule.longestCounted >> 20)MiB")
        }
        if answer.paces.contains(where: \.isTime) {
            log.add(
                location, "how much of a coded body is left is not known beforehand, so it has no time to be sent in",
                expected: "a pace as SIZE@INTERVAL or RATE")
        }
    }

    /// There is no coder for brotli here: its code is a file beside the body's, made beforehand and in one piece.
    private func checkBrotli(of answer: Answer, at location: FileLocation) {
        guard let file = answer.body.fileInBrotli else {
            log.add(
                location, "brotli is sent only as it was made beforehand, and the body is no file",
                expected: "body: { file: PATH } with PATH.br beside it, or encoding: gzip")
            return
        }
        if let problem = facts.problem(of: .file(file)) {
            log.add(location, "brotli is sent only as it was made beforehand", hint: problem)
        }
        for step in answer.script {
            guard case .offset = step.position else { continue }
            log.add(
                step.location, "a code that was made beforehand has no place for \(step.position.text)",
                hint: "nothing would make sure that the bytes before it can be decoded; encoding: gzip has such places")
        }
    }
}
