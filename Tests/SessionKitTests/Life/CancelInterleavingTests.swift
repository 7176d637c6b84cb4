import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Cancel against every event that the world could bring, at every place of every story (contract K06 to K11).
@Suite(.timeLimit(.minutes(5))) struct CancelInterleavingTests {
    /// What happens from the first event to the last, when nobody interferes.
    struct Story: Sendable, CustomTestStringConvertible {
        var name: String
        var goal: TaskPlan.Goal
        var events: [TaskEvent]
        var testDescription: String { name }
    }

    private static let other = URLRequest(url: URL("http://other.test/b"))
    private static let tagged: HTTPFields = ["ETag": "\"v1\"", "Content-Length": "100"]
    private static let half: HTTPFields = ["ETag": "\"v1\"", "Content-Range": "bytes 50-99/100"]
    private static let rest: HTTPFields = ["Content-Range": "bytes 60-99/100"]
    private static let again: [TaskEvent] = [
        .slotGranted, .head(200, tagged), .fileOpened, .bytes(100), .fileWritten(100), .finished, .fileClosed,
    ]

    static let stories: [Story] = [
        Story(
            name: "data", goal: .memory,
            events: [
                .resumed, .slotGranted, .interim(103), .head(200), .responseDecided(question: 1, .allow), .bytes(5),
                .consumed(5), .bytes(5), .suspended, .bytes(3), .resumed, .slotGranted, .trailers([:]), .finished,
            ]),
        Story(
            name: "redirects", goal: .memory,
            events: [
                .resumed, .slotGranted, .head(302, ["Location": "/c"]),
                .redirectDecided(question: 1, URLRequest(url: URL("http://example.test/c"))),
                .head(307, ["Location": "http://other.test/b"]), .redirectDecided(question: 2, other), .slotGranted,
                .head(303, ["Location": "/d"]), .redirectDecided(question: 3, nil),
                .responseDecided(question: 4, .allow), .bytes(4), .finished,
            ]),
        Story(
            name: "suspended while waiting", goal: .memory,
            events: [
                .resumed, .suspended, .resumed, .slotGranted, .suspended, .head(204), .resumed, .suspended, .resumed,
                .slotGranted, .responseDecided(question: 1, .allow), .finished,
            ]),
        Story(
            name: "becomes a download", goal: .memory,
            events: [
                .resumed, .slotGranted, .head(200, tagged), .bytes(10), .responseDecided(question: 1, .becomeDownload),
                .fileWritten(10), .bytes(90), .finished, .fileWritten(90), .fileClosed,
            ]),
        Story(
            name: "download", goal: .file,
            events: [
                .resumed, .slotGranted, .head(200, tagged), .bytes(50), .bytes(10), .fileWritten(50), .consumed(50),
                .fileWritten(10), .bytes(40), .finished, .fileWritten(40), .fileClosed,
            ]),
        Story(
            name: "goes on after a pause", goal: .file,
            events: [
                .resumed, .slotGranted, .head(200, tagged), .bytes(50), .fileWritten(50), .suspended, .lost(), .resumed,
                .slotGranted, .head(206, half), .fileOpened, .bytes(50), .fileWritten(50), .finished,
                .fileClosed,
            ]),
        Story(
            name: "resumed", goal: .continuation(Transcript.resumeData()),
            events: [
                .resumed, .partialInspected(size: 60), .slotGranted, .head(206, rest), .bytes(40), .fileOpened,
                .fileWritten(40), .finished, .fileClosed,
            ]),
        Story(
            name: "resumed by a redirect", goal: .continuation(Transcript.resumeData()),
            events: [
                .resumed, .partialInspected(size: 60), .slotGranted, .head(302, ["Location": "http://other.test/b"]),
                .redirectDecided(question: 1, other), .slotGranted, .head(206, rest), .fileOpened, .bytes(40),
                .fileWritten(40), .finished, .fileClosed,
            ]),
        Story(
            name: "resumed in parts", goal: .continuation(Transcript.resumeData()),
            events: [
                .resumed, .partialInspected(size: 60), .slotGranted, .head(206, ["Content-Range": "bytes 60-79/100"]),
                .fileOpened, .bytes(20), .finished, .fileWritten(20), .slotGranted,
                .head(206, ["Content-Range": "bytes 80-99/100"]), .fileOpened, .bytes(20), .fileWritten(20), .finished,
                .fileClosed,
            ]),
        Story(
            name: "restarted", goal: .continuation(Transcript.resumeData()),
            events: [.resumed, .partialInspected(size: 60), .slotGranted, .head(206)] + again.dropFirst()),
        Story(
            name: "vanished", goal: .continuation(Transcript.resumeData()),
            events: [
                .resumed, .partialInspected(size: 60), .slotGranted, .head(206, rest), .bytes(40), .partialVanished,
            ] + again.dropFirst()),
        Story(
            name: "complete already", goal: .continuation(Transcript.resumeData(60, of: 60)),
            events: [
                .resumed, .partialInspected(size: 60), .slotGranted, .head(416, ["Content-Range": "bytes */60"]),
                .fileOpened, .fileClosed,
            ]),
        Story(
            name: "another answer", goal: .continuation(Transcript.resumeData()),
            events: [
                .resumed, .partialInspected(size: 60), .slotGranted, .head(404), .bytes(9), .fileWritten(9), .finished,
                .fileClosed,
            ]),
    ]

    /// Everything that may come in between; which of it can, the world decides.
    private static let strangers: [TaskEvent] =
        [
            .resumed, .suspended, .consumed(1), .slotGranted, .idleTimeout(.seconds(1)), .totalTimeout(.seconds(1)),
            .transfer(.sent(5)), .interim(103), .head(200, tagged), .head(302, ["Location": "/b"]), .head(206, rest),
            .head(206, half),
            .head(404), .head(416, ["Content-Range": "bytes */60"]), .bytes(1), .bytes(2 << 20), .trailers([:]),
            .finished, .lost(), .lost(.refused), .partialInspected(size: nil), .partialInspected(size: 10), .fileOpened,
            .partialVanished, .fileClosed, .diskFull,
        ] + [1, 5, 9, 10, 20, 40, 50, 90, 100].map { .fileWritten($0) }
        + (1...4).flatMap { question -> [TaskEvent] in
            [
                .responseDecided(question: question, .allow), .responseDecided(question: question, .cancel),
                .responseDecided(question: question, .becomeDownload), .redirectDecided(question: question, nil),
                .redirectDecided(question: question, other),
            ]
        }

    @Test(arguments: stories)
    func `a story is one that the world can tell, and ends well`(_ story: Story) {
        var life = LifeUnderWatch(story.goal)
        for event in story.events {
            #expect(life.isPossible(event), "\(event) behind \(life.lines)")
            if life.isPossible(event) { life.on(event) }
        }
        #expect(life.complaints == [])
        #expect(life.completions.count == 1)
        #expect(life.completions.first?.failure == nil)
    }

    @Test(.tags(.K06, .K09, .K10, .K11), arguments: stories, [true, false])
    func `whatever comes right before a cancel or right behind it, the task ends once and holds nothing`(
        _ story: Story, producing: Bool
    ) {
        let cancel = TaskEvent.cancelled(producingResumeData: producing)
        var plays = 0
        var faults: [String] = []
        for place in 0...story.events.count {
            var life = LifeUnderWatch(story.goal)
            for event in story.events.prefix(place) where life.isPossible(event) { life.on(event) }
            let rest = story.events.dropFirst(place)
            faults += Self.faults([cancel] + rest, after: life)
            plays += 1
            for stranger in Self.strangers {
                faults += Self.faults([stranger, cancel] + rest, after: life)
                faults += Self.faults([cancel, stranger] + rest, after: life)
                plays += 2
            }
        }
        #expect(faults.isEmpty, "\(faults.count) faults, the first: \(faults.first ?? "")")
        #expect(plays == (story.events.count + 1) * (1 + 2 * Self.strangers.count))
    }

    /// Plays what is possible of some events, lets the world come to rest, and says what went wrong, with all that led there.
    private static func faults(_ events: some Sequence<TaskEvent>, after life: LifeUnderWatch) -> [String] {
        var life = life
        var complaints: [String] = []
        var isCancelled = false
        for event in events where life.isPossible(event) {
            switch event {
            case .cancelled:
                isCancelled = true
                life.on(event)
            case .redirectDecided, .responseDecided:
                let lines = life.on(event)
                if isCancelled, !lines.isEmpty { complaints.append("a late answer led to \(lines)") }
            default:
                life.on(event)
            }
        }
        life.settle()
        complaints += life.complaints
        if life.completions.count != 1 { complaints.append("\(life.completions.count) completions") }
        if !life.isCancelledTooLate, life.completions.first?.failure?.code != .cancelled {
            complaints.append("it was not cancelled")
        }
        return complaints.isEmpty ? [] : ["\(complaints) in \(life.lines)"]
    }
}
