import Testing
import YAML

@Suite struct ComplaintTests {
    private let place = FileLocation(file: "a/b.yaml", line: 3, column: 7)

    @Test func `a complaint reads like a compiler's`() {
        let complaint = Complaint(
            place, "'25' is no offset", expected: "a size, a percentage or a marker", meant: "25%")
        #expect(
            complaint.description
                == "a/b.yaml:3:7: error: '25' is no offset "
                + "(expected a size, a percentage or a marker; did you mean '25%'?)")
    }

    @Test func `an unknown word gets a suggestion, or else the list`() {
        let log = Complaints()
        log.addUnknown("hodl", "action", known: ["hold", "cut"], at: place)
        log.addUnknown("explode", "action", known: ["hold", "pause", "cut"], at: place)
        #expect(
            log.all.map(\.description) == [
                "a/b.yaml:3:7: error: unknown action 'hodl' (did you mean 'hold'?)",
                "a/b.yaml:3:7: error: unknown action 'explode' (expected hold, pause or cut)",
            ])
    }

    @Test func `the same complaint is made once, and all are in the order of the files`() {
        let log = Complaints()
        let before = FileLocation(file: "a/b.yaml", line: 2, column: 9)
        log.add(place, "second")
        log.add(before, "first")
        log.add(place, "second")
        #expect(log.sorted.map(\.message) == ["first", "second"])
    }

    @Test func `what is quoted stays on one line and does not obey`() {
        #expect(Complaint.quoted("a\n\u{1b}[2J") == "'a\\n\u{fffd}[2J'")
        #expect(Complaint.quoted(String(repeating: "x", count: 100)).count == 63)
    }

    @Test func `a word where none is known has nothing suggested`() {
        let log = Complaints()
        log.addUnknown("half", "gate", known: [], at: place)
        #expect(log.all.first?.message == "unknown gate 'half'")
        #expect(log.all.first?.hints == ["there is none at all"])
    }

    @Test func `a complaint is one line and does not obey, whatever it repeats from the file`() {
        let complaint = Complaint(place, "a\nb", expected: "c\r", meant: "d\u{1b}", hint: "e\tf")
        #expect(complaint.message == "a\\nb")
        #expect(complaint.hints == ["expected c\\r", "e\\tf", "did you mean 'd\u{fffd}'?"])
    }
}
