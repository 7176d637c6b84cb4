import Foundation
import TestSupport
import Testing

@testable import SessionKit

/// Who may transfer, and who is next (contract S15, K14).
@Suite struct HostSlotsTests {
    private static let host = HostKey(URL("http://a.test/"))
    private static let other = HostKey(URL("http://b.test/"))

    /// One slot, which 1 has, and those behind it with their priorities.
    private static func queue(_ priorities: Float...) throws -> HostSlots {
        let host = try #require(host)
        var slots = HostSlots(limit: 1)
        #expect(slots.ask(1, at: host, priority: 0) == [1])
        for (place, priority) in priorities.enumerated() {
            #expect(slots.ask(place + 2, at: host, priority: priority) == [])
        }
        return slots
    }

    /// Lets one after another go, from 1 on.
    private static func order(_ slots: inout HostSlots) -> [Int] {
        var order = [1]
        while let last = order.last, let next = slots.giveUp(last).first { order.append(next) }
        return order
    }

    @Test(.tags(.K14)) func `the greater priority goes first, then who asked first`() throws {
        var slots = try Self.queue(0.5, 0.5, 1, 0, 1)
        #expect(Self.order(&slots) == [1, 4, 6, 2, 3, 5])
    }

    @Test func `one whose priority changes while it waits gets the place it would have had`() throws {
        var slots = try Self.queue(0.5, 0.5, 0.5, 0.5)
        slots.prioritise(4, 1)
        slots.prioritise(2, 0)
        #expect(Self.order(&slots) == [1, 4, 3, 5, 2])
        slots = try Self.queue(0.5, 0.5, 0.5)
        slots.prioritise(2, 0)
        slots.prioritise(2, 0.5)
        #expect(Self.order(&slots) == [1, 2, 3, 4])
    }

    @Test func `whoever has a slot, and whoever is unknown, is not put into the queue`() throws {
        let host = try #require(Self.host)
        var slots = HostSlots(limit: 2)
        for identifier in 1...3 { _ = slots.ask(identifier, at: host, priority: 0.5) }
        slots.prioritise(1, 1)
        slots.prioritise(9, 1)
        #expect(slots.giveUp(2) == [3])
        #expect(slots.giveUp(1) == [])
    }

    @Test func `hosts do not wait for each other`() throws {
        var slots = try Self.queue(0.5)
        #expect(slots.ask(7, at: try #require(Self.other), priority: 0) == [7])
    }
}
