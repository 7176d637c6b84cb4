import FixtureServer
import Foundation
import Spelling

/// Opens gates by hand: Enter the one that somebody has waited at longest, a name the gate of that name.
struct GateKeys: Sendable {
    let instances: [Instance]

    init(_ instances: [Instance]) {
        self.instances = instances
    }

    /// Tells of each hold, and takes lines from the standard input, until the instances end.
    func listen() {
        for instance in instances {
            Task {
                for await event in instance.events {
                    guard case .held(let gate, _, _) = event.kind else { continue }
                    Terminal.note("held at '\(gate)': press Enter to open it")
                }
            }
        }
        // Reading a line blocks, so it has a thread of its own; it ends with the process.
        let instances = instances
        Thread.detachNewThread {
            while let line = readLine() {
                let name = line.trimmingCharacters(in: .whitespaces)
                Task { await Self.take(name, instances) }
            }
        }
    }

    private static func take(_ name: String, _ instances: [Instance]) async {
        var known: Set<String> = []
        var opened: Set<String> = []
        for instance in instances {
            let gates = await instance.gates()
            known.formUnion(gates)
            guard let gate = name.isEmpty ? await instance.longestWaitingGate() : name, gates.contains(gate) else {
                continue
            }
            await instance.open(gate)
            opened.insert(gate)
        }
        for gate in opened.sorted() { Terminal.note("opened '\(gate)'") }
        guard opened.isEmpty else { return }
        let meant = Spelling.nearest(to: name, among: known.sorted()).map { "; did you mean '\($0)'?" } ?? ""
        Terminal.note(name.isEmpty ? "nobody waits at a gate" : "there is no gate '\(name)'\(meant)")
    }
}
