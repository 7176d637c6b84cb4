internal import FixtureServer

extension Judge {
    /// Whether the client's process and its adapter were up to the job.
    func processFindings() -> [Finding] {
        let process = transcript.process
        var findings: [Finding] = []
        let asked = "The client's process stays alive until it is told to stop."
        if let death = process.death {
            findings.append(
                Finding("client.alive", .crash, asked: asked, expected: "a process that runs", actual: death))
        } else {
            findings.append(Finding("client.alive", .pass, asked: asked))
        }
        if !process.adapterFaults.isEmpty {
            findings.append(
                Finding(
                    "client.adapter", .adapterError, asked: "The adapter speaks the protocol.",
                    expected: "one JSON object a line, numbered without gaps",
                    actual: process.adapterFaults.joined(separator: "; ")))
        }
        return findings
    }

    /// Whether everything that was borrowed has been given back.
    func afterwardsFindings() -> [Finding] {
        var findings: [Finding] = []
        if let passed = transcript.lane.sentinelsPassed {
            findings.append(
                implied(
                    "client.afterwards", asked: "Afterwards the client still transfers.",
                    passed
                        ? nil
                        : Problem(.hang, expected: "five small transfers complete", actual: "they did not")))
        }
        if let descriptors = transcript.process.descriptors {
            let asked = "Afterwards the client has no more descriptors open than before."
            let leak = descriptors.after > descriptors.before
            findings.append(
                implied(
                    "client.descriptors", asked: asked,
                    leak
                        ? Problem(
                            .descriptorLeak, expected: "\(descriptors.before) open",
                            actual: "\(descriptors.after) open"
                                + (descriptors.additional.isEmpty
                                    ? "" : ", among them " + descriptors.additional.joined(separator: ", ")))
                        : nil))
        }
        let left = transcript.process.filesLeft
        findings.append(
            implied(
                "client.files", asked: "Afterwards no temporary file is left that nobody owns.", refs: ["P07"],
                left.isEmpty
                    ? nil : Problem(.leftBehind, expected: "no file", actual: left.joined(separator: ", "))))
        return findings
    }
}
