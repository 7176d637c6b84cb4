import Testing

@testable import FixtureServer

/// What makes room for what.
@Suite struct RingTests {
    /// Appends an element, and says which made room for it.
    private func append(_ element: Int, bytes: Int, to ring: inout Ring<Int>) -> [Int] {
        var gone: [Int] = []
        while let oldest = ring.makeRoom(for: bytes) { gone.append(oldest) }
        ring.append(element, bytes: bytes)
        return gone
    }

    @Test func `the oldest makes room where there are too many`() {
        var ring = Ring<Int>(capacity: 3)
        #expect((0..<5).map { append($0, bytes: 0, to: &ring) } == [[], [], [], [0], [1]])
        #expect(ring.elements == [2, 3, 4] && ring.dropped == 2 && ring.count == 5 && ring.last == 4)
        #expect((0..<6).map { ring.element($0) } == [nil, nil, 2, 3, 4, nil])
    }

    @Test func `as many make room as there are too many bytes`() {
        var ring = Ring<Int>(capacity: 4, bytes: 10)
        #expect((0..<3).map { append($0, bytes: 3, to: &ring) } == [[], [], []])
        #expect(append(3, bytes: 6, to: &ring) == [0, 1])
        #expect(ring.elements == [2, 3])
        // Larger than all, and kept; its successor has the place alone again.
        #expect(append(4, bytes: 50, to: &ring) == [2, 3])
        #expect(ring.elements == [4])
        #expect(append(5, bytes: 1, to: &ring) == [4])
        #expect((6..<12).flatMap { append($0, bytes: 1, to: &ring) } == [5, 6, 7])
        #expect(ring.elements == [8, 9, 10, 11] && ring.dropped == 8)
    }

    @Test func `what grows lets others make room, and itself when it is the oldest`() {
        var ring = Ring<Int>(capacity: 8, bytes: 10)
        for element in 0..<3 { _ = append(element, bytes: 3, to: &ring) }
        ring.grow(1, by: 3)
        #expect(ring.dropExcess() == 0 && ring.dropExcess() == nil)
        ring.grow(1, by: 20)
        #expect(ring.dropExcess() == 1 && ring.dropExcess() == nil)
        ring.grow(1, by: 20)
        ring.grow(2, by: 20)
        // The only one stays; where it shrinks, there is room again.
        #expect(ring.dropExcess() == nil && ring.elements == [2])
        ring.grow(2, by: -20)
        #expect(append(3, bytes: 7, to: &ring) == [] && ring.elements == [2, 3])
    }
}
