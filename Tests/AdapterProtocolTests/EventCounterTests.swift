import AdapterProtocol
import Testing

@Suite struct `The counter of events` {
    @Test func `a gap, a repetition and a step back are each noticed once`() {
        var counter = EventCounter()
        let complaints = [5, 6, 8, 9, 9, 3, 4].map { counter.take($0) }
        #expect(complaints == [nil, nil, 7, nil, 10, 10, nil])
    }
}
