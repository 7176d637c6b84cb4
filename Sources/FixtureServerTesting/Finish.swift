import FixtureServer
import Foundation
import Scenarios
import Testing

/// Ends an instance; when `attaching`, the test that is running, if one is, gets the journal.
///
/// In a task of its own, because a test that ran out of time is a cancelled one, and its journal is wanted most of all.
func finish(_ server: FixtureServer, _ instance: Instance, attaching: Bool) async {
    await Task {
        let journal = await instance.end()
        await server.close()
        if attaching, Test.current != nil { await attach(journal, of: instance) }
    }.value
}

/// Attaches what happened: for people, and as the lines of JSON that a trace has.
private func attach(_ journal: Journal, of instance: Instance) async {
    var events: [JournalEvent] = []
    for await event in instance.events { events.append(event) }
    let text = [journal.summary] + journal.exchanges.map(\.line) + events.map(\.description)
    let encoder = JournalLine.encoder()
    let lines = events.flatMap { JournalLine(instance: instance.id, $0).bytes(encoder) }
    let name = instance.scenario.id.replacing("/", with: "-")
    Attachment.record(text.joined(separator: "\n") + "\n", named: name + ".journal.txt")
    Attachment.record(lines, named: name + ".journal.ndjson")
}
