import FixtureServer
import Foundation

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
                Task { for instance in instances { await Self.open(name, of: instance) } }
            }
        }
    }

    private static func open(_ name: String, of instance: Instance) async {
        let gate = name.isEmpty ? await instance.longestWaitingGate() : name
        guard let gate else { return }
        await instance.open(gate)
        Terminal.note("opened '\(gate)'")
    }
}
