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
