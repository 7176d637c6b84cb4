import TestSupport
import Testing

@testable import Conformance

@Suite(.timeLimit(.minutes(5))) struct `Open descriptors` {
    private typealias Item = OpenDescriptors.Item

    private let before = OpenDescriptors(items: [
        0: .plain("pipe:[1]"), 3: .plain("anon_inode:[eventpoll]"), 4: .timer(clock: "1", watcher: 3),
    ])

    private func after(_ more: [Int: OpenDescriptors.Item]) -> OpenDescriptors {
        OpenDescriptors(items: before.items.merging(more) { $1 })
    }

    @Test func `that are as many as before are no leak, whatever they are`() {
        let replaced = OpenDescriptors(items: [0: .plain("pipe:[1]"), 8: .plain("socket:[2]"), 9: .plain("socket:[3]")])
        #expect(!before.leaks(beside: before))
        #expect(!replaced.leaks(beside: before))
    }

    @Test func `that are more than before are named`() {
        let after = after([7: .plain("socket:[9]")])
        #expect(after.leaks(beside: before))
        let comparison = ProcessRecord.Descriptors(before: 3, after: 4, additional: ["socket:[9]"])
        #expect(after.compared(with: before) == comparison)
    }

    @Test func `may be the first timer of a clock that a runtime makes once`() {
        #expect(!after([7: .timer(clock: "0", watcher: 3)]).leaks(beside: before))
    }

    @Test(
        arguments: [
            [7: .timer(clock: "1", watcher: 3)], [7: .timer(clock: "0", watcher: nil)],
            [6: .plain("anon_inode:[eventpoll]"), 7: .timer(clock: "1", watcher: 6)],
            [7: .timer(clock: "0", watcher: 3), 8: .timer(clock: "0", watcher: 3)],
        ] as [[Int: OpenDescriptors.Item]])
    func `may not be further timers, nor those of a poll set that is new itself`(more: [Int: OpenDescriptors.Item]) {
        #expect(after(more).leaks(beside: before))
    }

    #if os(Linux)
    @Test func `of another process are seen`() async throws {
        let child = try Program("/bin/sh", ["-c", "exec 9</dev/null; echo open; read line"])
        #expect(await child.line() == "open")
        let seen = try #require(OpenDescriptors.of(child.pid))
        #expect(seen.items[9] == .plain("/dev/null"))
        try child.type("")
        #expect(await child.end().code == 0)
        #expect(OpenDescriptors.of(-1) == nil)
    }
    #endif
}
