extension Comparison {
    /// What came of a scenario with a client, in a word or two.
    struct Cell: Hashable, CustomStringConvertible {
        /// The word.
        var kind: Kind
        /// In which ways it fails, each once.
        var codes: [String]

        init(_ kind: Kind, _ codes: [String] = []) {
            self.kind = kind
            self.codes = codes
        }

        /// The word and the codes behind it.
        var description: String {
            codes.isEmpty ? kind.rawValue : "\(kind.rawValue): \(codes.joined(separator: ", "))"
        }

        /// The words, in the order in which totals name them.
        enum Kind: String, CaseIterable {
            case pass
            case nonStrict = "non-strict"
            case known
            case fail
            case crash
            case unexpectedPass = "unexpected-pass"
            case flaky
            case blocked
            case inconclusive
            case adapterError = "adapter-error"
            case harnessError = "harness-error"
            case unsupported
            case skipped
            case info
            /// The client was not started, or did not get so far.
            case absent = "–"

            init(_ verdict: Verdict) {
                self = Kind(rawValue: verdict.word) ?? .absent
            }
        }
    }
}

extension Comparison.Cell {
    /// What came of one scenario, however often it was repeated.
    ///
    /// What nobody expected is shown rather than what is known, and what is known rather than what is right.
    ///
    /// - Parameters:
    ///   - results: The results of the scenario.
    ///   - standings: What the known failures make of them.
    init(_ results: [ScenarioResult], _ standings: [Reckoning.Standing]) {
        let loud = standings.filter { $0.overlay == .unexpected || $0.overlay == .wrongReason }
        let known = standings.filter(\.isKnownFailure)
        if results.contains(where: \.isFlaky) {
            self.init(.flaky, Self.codes(loud.map(\.verdict)))
        } else if !loud.isEmpty {
            self.init(Kind(Verdict.rollUp(loud.map(\.verdict))), Self.codes(loud.map(\.verdict)))
        } else if standings.contains(where: { $0.overlay == .unexpectedPass }) {
            self.init(.unexpectedPass)
        } else if !known.isEmpty {
            self.init(.known, Self.codes(known.map(\.verdict)))
        } else {
            let verdict = Verdict.rollUp(results.map(\.verdict))
            let verdicts = verdict.code == nil ? [] : results.flatMap { $0.findings.map(\.verdict) }
            self.init(Kind(verdict), Self.codes(verdicts.filter { $0.word == verdict.word }))
        }
    }

    private static func codes(_ verdicts: [Verdict]) -> [String] {
        Set(verdicts.compactMap { $0.code?.rawValue }).sorted()
    }
}

extension Reckoning.Standing {
    /// Whether it fails as its list says; what could not be judged is expected too, and no failure.
    var isKnownFailure: Bool {
        guard overlay == .expected else { return false }
        switch verdict {
        case .blocked, .inconclusive, .unsupported: return false
        default: return true
        }
    }
}
