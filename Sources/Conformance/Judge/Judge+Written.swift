internal import AdapterProtocol
internal import FixtureServer
internal import HTTPMessages
internal import Scenarios

extension Judge {
    /// What the file itself demands; a check of the same name as an implied one takes its place.
    func writtenFindings() -> [Finding] {
        scenario.checks.compactMap { check in
            let refs = scenario.refs
            let asked = check.sentence
            switch measure(check) {
            case nil: return nil
            case .unknown(let why):
                return Finding(
                    check.id, level: check.level, .blocked, asked: asked, actual: why, refs: refs)
            case .notMeasured(let why):
                return Finding(check.id, level: check.level, .skipped, asked: asked, actual: why, refs: refs)
            case .right(let value):
                if check.level == .info {
                    return Finding(check.id, level: .info, .info, asked: asked, actual: value, refs: refs)
                }
                return Finding(check.id, level: check.level, .pass, asked: asked, refs: refs)
            case .wrong(let problem):
                return finding(check.id, level: check.level, asked: asked, refs: refs, problem)
            }
        }
    }

    /// What measuring a written check gave.
    enum Measurement {
        case right(String)
        case wrong(Problem)
        case unknown(String)
        /// This version does not measure it, for this reason.
        case notMeasured(String)

        /// Compares a value with what is allowed.
        static func compare(
            _ value: String, _ allowed: [String], _ code: FailureCode, isRight: Bool
        ) -> Measurement {
            guard !isRight else { return .right(value) }
            return .wrong(Problem(code, expected: allowed.joined(separator: " or "), actual: value))
        }
    }

    private func measure(_ check: WrittenCheck) -> Measurement? {
        switch check.subject {
        case .transfer(let name):
            guard let transfer = transfers.first(where: { $0.name == name }), transfer.end != nil else {
                return .unknown("\(name) has not come to its end")
            }
            return measure(check.expectation, of: transfer)
        case .request(let path, let ordinal):
            let exchanges = journal.exchanges(of: path.description)
            guard let exchange = exchanges.first(where: { $0.occurrence == ordinal }) else {
                return .unknown("there was no request number \(ordinal) for \(path), only \(exchanges.count)")
            }
            return measure(check.expectation, of: exchange)
        case .resource(let path): return measure(check.expectation, in: journal.exchanges(of: path.description))
        case .server: return measure(check.expectation, in: journal.exchanges)
        case .client: return .notMeasured("this version does not measure the memory of clients")
        }
    }
}

extension Bounds where Value: BinaryInteger {
    /// The bounds and what they count: `1 request`, `at least 2 requests`.
    func counted(_ noun: String) -> String { "\(inWords) \(lower == 1 && upper == 1 ? noun : noun + "s")" }
}

extension Bounds {
    /// The bounds as a file spells them.
    var inWords: String {
        switch (lower, upper) {
        case (let lower?, let upper?) where lower == upper: "\(lower)"
        case (let lower?, let upper?): "\(lower) to \(upper)"
        case (let lower?, nil): "at least \(lower)"
        case (nil, let upper?): "at most \(upper)"
        case (nil, nil): "any"
        }
    }
}
