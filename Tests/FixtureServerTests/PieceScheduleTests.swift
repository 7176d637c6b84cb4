import Scenarios
import Testing

@testable import FixtureServer

/// Sizes and times of paced pieces, without a clock.
@Suite(.timeLimit(.minutes(5))) struct PieceScheduleTests {
    /// The pieces of a stretch as size@milliseconds.
    private func pieces(_ schedule: inout PieceSchedule, of count: Int64, atMost limit: Int = 100) -> [String] {
        var pieces: [String] = []
        var left = count
        while left > 0, pieces.count < limit {
            let (size, due) = schedule.next(remaining: left)
            left -= size
            pieces.append("\(size)@\(Int(due / .milliseconds(1)))")
        }
        return pieces
    }

    @Test func `sized pieces are exact, and due at whole intervals from the start`() {
        var schedule = PieceSchedule(
            pace: .writes(WriteSchedule(size: 1386, interval: .milliseconds(50))), remaining: 5000, seed: 0)
        #expect(pieces(&schedule, of: 5000) == ["1386@0", "1386@50", "1386@100", "842@150"])
        #expect(pieces(&schedule, of: 1000) == ["1000@200"])
    }

    @Test func `behind a hold the schedule begins at once, behind a full socket after an interval`() {
        var schedule = PieceSchedule(
            pace: .writes(WriteSchedule(size: 10, interval: .milliseconds(5))), remaining: nil, seed: 0)
        #expect(pieces(&schedule, of: 30) == ["10@0", "10@5", "10@10"])
        schedule.restart(.freely)
        #expect(pieces(&schedule, of: 20) == ["10@0", "10@5"])
        schedule.restart(.behindPiece)
        #expect(pieces(&schedule, of: 20) == ["10@5", "10@10"])
    }

    @Test func `a rate is smooth and never ahead`() {
        var schedule = PieceSchedule(pace: .rate(10_000), remaining: 1000, seed: 0)
        #expect(pieces(&schedule, of: 1000) == ["200@20", "200@40", "200@60", "200@80", "200@100"])
        var slow = PieceSchedule(pace: .rate(2), remaining: 3, seed: 0)
        #expect(pieces(&slow, of: 3) == ["1@500", "1@1000", "1@1500"])
    }

    @Test func `a body within a time ends exactly then`() {
        var schedule = PieceSchedule(pace: .within(.milliseconds(3600)), remaining: 100_000, seed: 0)
        let all = pieces(&schedule, of: 100_000, atMost: 1000)
        #expect(all.last?.hasSuffix("@3600") == true)
        #expect(all.count > 150)
    }

    @Test(arguments: [1, 3, 49, 50, 999, 27_648, 7_777_777, 1 << 33, 1 << 40])
    func `no rate is ever ahead by a fraction of a byte, from one a second on`(rate: Int64) {
        var schedule = PieceSchedule(pace: .rate(rate), remaining: nil, seed: 0)
        var sum: Int64 = 0
        for _ in 0..<500 {
            let (size, due) = schedule.next(remaining: .max)
            sum += size
            #expect(size >= 1 && size <= max(1, min(rate / 50, 65_536)))
            let (seconds, attoseconds) = due.components
            let carried = Int128(rate) * (Int128(seconds) * 1_000_000_000_000_000_000 + Int128(attoseconds))
            #expect(Int128(sum) * 1_000_000_000_000_000_000 <= carried)
            // Nor is it late: the clock counts nanoseconds.
            #expect(Int128(sum) * 1_000_000_000_000_000_000 > carried - Int128(rate) * 1_000_000_000)
        }
    }

    @Test func `the longest time for the largest body is counted without overflow`() {
        var schedule = PieceSchedule(pace: .within(.seconds(9_000_000_000)), remaining: .max, seed: 0)
        let (size, due) = schedule.next(remaining: .max)
        #expect(size >= 1 && due > .zero)
        var code = PieceSchedule(pace: .within(.seconds(9_000_000_000)), remaining: 2, seed: 0)
        #expect(pieces(&code, of: 2) == ["1@4500000000000", "1@9000000000000"])
    }

    @Test func `what no notation can say still ends: writes of nothing, or larger than memory`() {
        var nothing = PieceSchedule(
            pace: .writes(WriteSchedule(size: 0...0, interval: .milliseconds(1) ... .milliseconds(1))), remaining: 3,
            seed: 0)
        #expect(pieces(&nothing, of: 3) == ["1@0", "1@1", "1@2"])
        var huge = PieceSchedule(
            pace: .writes(WriteSchedule(size: 1 << 30, interval: .milliseconds(1))), remaining: nil, seed: 0)
        #expect(pieces(&huge, of: 20 << 20) == ["16777216@0", "4194304@1"])
        #expect(huge.largestPiece == 16 << 20)
        var stopped = PieceSchedule(pace: .rate(0), remaining: 2, seed: 0)
        #expect(pieces(&stopped, of: 2) == ["1@1000", "1@2000"])
    }

    @Test func `without a pace pieces are as large as a write may be`() {
        var schedule = PieceSchedule(pace: nil, remaining: nil, seed: 0)
        #expect(pieces(&schedule, of: 150_000) == ["65536@0", "65536@0", "18928@0"])
        #expect(!schedule.isPaced)
    }

    @Test func `jitter stays in its span and is the seed's`() {
        let pace = Pace.writes(
            WriteSchedule(size: 100...200, interval: .milliseconds(10) ... .milliseconds(20)))
        func run(_ seed: UInt64) -> [String] {
            var schedule = PieceSchedule(pace: pace, remaining: nil, seed: seed)
            return pieces(&schedule, of: 3000)
        }
        #expect(run(1) == run(1) && run(1) != run(2))
        var schedule = PieceSchedule(pace: pace, remaining: nil, seed: 3)
        var last = Duration.zero
        for number in 0..<100 {
            let (size, due) = schedule.next(remaining: 1 << 20)
            #expect((100...200).contains(size))
            #expect(number == 0 || (Duration.milliseconds(10) ... .milliseconds(20)).contains(due - last))
            last = due
        }
    }
}
