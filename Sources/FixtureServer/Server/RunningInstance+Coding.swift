internal import HTTPMessages
internal import Scenarios

/// What makes the code of a version as long as it is.
struct CodeKey: Hashable {
    var version: RepresentationID
    var coding: BodyCoding
    var flushes: [Int64]
}

extension RunningInstance {
    /// How an answer's body is coded for one request.
    struct Coded {
        var coding: BodyCoding?
        /// The code of the whole, where it was made beforehand.
        var made: Content?
        var isNotAcceptable = false
    }

    /// Decides how an answer's body is coded for a request.
    func coded(_ answer: Answer, _ version: RepresentationVersion, for request: HTTPRequestHead) throws -> Coded {
        guard answer.raw == nil else { return Coded() }
        switch answer.encoding.choice(for: request.fields, length: version.content.length) {
        case .identity: return Coded()
        case .notAcceptable: return Coded(isNotAcceptable: true)
        case .coded(.br, let form):
            guard let file = answer.body.fileInBrotli else { return Coded() }
            return Coded(coding: BodyCoding(name: .br, form: form), made: try content(ofFile: file))
        case .coded(let name, let form): return Coded(coding: BodyCoding(name: name, form: form))
        }
    }

    /// What the planner must know, the length of the code included where it is told beforehand.
    func representationFacts(
        of version: RepresentationVersion, for answer: Answer, path: String, _ coded: Coded
    ) -> RepresentationFacts {
        var facts = version.facts(for: answer, path: path, firstDate: firstDate, coding: coded.coding)
        facts.isNotAcceptable = coded.isNotAcceptable
        if answer.framing == .length { facts.codeLength = codeLength(of: version, answer, coded) }
        return facts
    }

    private func codeLength(of version: RepresentationVersion, _ answer: Answer, _ coded: Coded) -> Int64? {
        guard let coding = coded.coding else { return nil }
        if let made = coded.made { return made.length }
        guard let length = version.content.length, length <= EncodingRule.longestCounted else { return nil }
        let range = 0..<(coding.form?.codedLength(of: length) ?? length)
        let places = answer.script.compactMap { step in
            if case .offset(let offset) = step.position { version.byte(of: offset) } else { nil }
        }
        let flushes = Set(places.filter { $0 > 0 && $0 < range.upperBound }).sorted()
        let key = CodeKey(version: version.id, coding: coding, flushes: flushes)
        if let known = codeLengths[key] { return known }
        let measured = BodyCoder.length(coding, of: version.content, range: range, flushes: flushes, made: nil)
        // Queries of URLs can have steps anywhere: there is no end of them.
        if codeLengths.count >= 256 { codeLengths = [:] }
        codeLengths[key] = measured
        return measured
    }
}
