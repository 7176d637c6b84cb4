import Foundation
import HTTPMessages
import Testing

@Suite struct HTTPDateTests {
    static let example = HTTPDate(secondsSince1970: 784_111_777)

    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func `a moment has one spelling`(seconds: Int64, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).description == text)
        #expect(HTTPDate(parsing: text)?.secondsSince1970 == seconds)
    }

    @Test func `every day of eight centuries agrees with Foundation's calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let names = ["", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        // Every 17th day from 1600 to 2400 meets every month, weekday and kind of century.
        for day in stride(from: Int64(-135_140), to: 157_054, by: 17) {
            let moment = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: moment)
            let text = HTTPDate(secondsSince1970: day * 86_400 + 3661).description
            let year = try #require(parts.year)
            #expect(text.hasPrefix(names[try #require(parts.weekday)]))
            #expect(text.contains(" \(year) 01:01:01 GMT"))
            #expect(HTTPDate(parsing: text)?.secondsSince1970 == day * 86_400 + 3661)
        }
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `all three forms are read`(text: String) {
        #expect(HTTPDate(parsing: text) == Self.example)
    }

    @Test(arguments: [
        ("Sunday, 06-Nov-94 08:49:37 GMT", 1994), ("Sunday, 06-Nov-74 08:49:37 GMT", 2074),
        ("Sunday, 06-Nov-77 08:49:37 GMT", 1977), ("Sunday, 06-Nov-00 08:49:37 GMT", 2000),
        ("Sunday, 06-Nov-76 08:49:37 GMT", 2076),
    ])
    func `two-digit years lie at most 50 years ahead`(text: String, year: Int) throws {
        let now = try #require(HTTPDate(parsing: "Thu, 01 Jan 2026 00:00:00 GMT"))
        let date = try #require(HTTPDate(parsing: text, now: now))
        #expect(date.description.contains(" \(year) "))
    }

    @Test func `without a present, two-digit years from 70 on are in the 20th century`() {
        #expect(HTTPDate(parsing: "Thursday, 01-Jan-70 00:00:00 GMT")?.secondsSince1970 == 0)
        #expect(
            HTTPDate(parsing: "Tuesday, 01-Jan-69 00:00:00 GMT") == HTTPDate(parsing: "Tue, 01 Jan 2069 00:00:00 GMT"))
    }

    @Test(arguments: [
        "", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ",
        " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Son, 06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sun Nov 06 08:49:37 1994 GMT", "1994-11-06T08:49:37Z", "784111777", "Sun, 06 Nov 19 94 08:49:37 GMT",
    ])
    func `what is no date is refused`(text: String) {
        #expect(HTTPDate(parsing: text) == nil)
    }

    @Test func `a leap second is the next minute`() {
        #expect(
            HTTPDate(parsing: "Sat, 31 Dec 2016 23:59:60 GMT") == HTTPDate(parsing: "Sun, 01 Jan 2017 00:00:00 GMT"))
    }

    @Test func `a date is strong when it is old enough beside its answer`() {
        let modified = Self.example
        #expect(!modified.isStrongValidator(inAnswerOf: modified))
        #expect(modified.isStrongValidator(inAnswerOf: modified.advanced(bySeconds: 1)))
        #expect(!modified.isStrongValidator(inAnswerOf: modified.advanced(bySeconds: 59), margin: .seconds(60)))
        #expect(modified.isStrongValidator(inAnswerOf: modified.advanced(bySeconds: 60), margin: .seconds(60)))
        #expect(!modified.isStrongValidator(inAnswerOf: modified.advanced(bySeconds: -5)))
    }
}
