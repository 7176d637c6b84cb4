extension HTTPDate {
    /// Reads any of the three forms of RFC 9110 §5.6.7; nil when the text is none of them or names no real moment.
    ///
    /// The day of the week must be one, but need not be the right one. A second of 60 is read as the next minute. Of the
    /// two-digit years, those more than 50 years after `now` belong to the century before; without `now`, 70 to 99 are
    /// in the 20th century and the others in the 21st (the rule of RFC 6265 §5.1.1).
    public init?(parsing text: some StringProtocol, now: HTTPDate? = nil) {
        var reader = DateReader(Array(text.utf8))
        let date: HTTPDate?
        if let comma = reader.firstComma {
            date = comma == 3 ? reader.readFixed() : reader.readDashed(now: now)
        } else {
            date = reader.readPlain()
        }
        guard let date, reader.isAtEnd else { return nil }
        self = date
    }
}

/// Reads the pieces of a date from the left.
private struct DateReader {
    let octets: [UInt8]
    var place = 0

    init(_ octets: [UInt8]) {
        self.octets = octets
    }

    var isAtEnd: Bool { place == octets.count }
    var firstComma: Int? { octets.firstIndex(of: 0x2C) }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`.
    mutating func readFixed() -> HTTPDate? {
        guard skipWeekday(letters: 3), skip(", "), let day = number(2), skip(" "), let month = month(), skip(" "),
            let year = number(4), skip(" "), let time = time(), skip(" GMT")
        else { return nil }
        return moment(year, month, day, time)
    }

    /// Reads `Sunday, 06-Nov-94 08:49:37 GMT`.
    mutating func readDashed(now: HTTPDate?) -> HTTPDate? {
        guard skipWeekday(letters: nil), skip(", "), let day = number(2), skip("-"), let month = month(), skip("-"),
            let year = number(2), skip(" "), let time = time(), skip(" GMT")
        else { return nil }
        guard let now else { return moment(year < 70 ? 2000 + year : 1900 + year, month, day, time) }
        let today = CivilDate(dayOf1970: now.secondsSince1970.quotientAndRemainderFloored(by: 86_400).quotient)
        let century = today.year - today.year % 100
        // The latest year with these digits that is not more than 50 years ahead.
        let candidates = [century + 100, century, century - 100].map { $0 + year }
        guard let chosen = candidates.first(where: { $0 <= today.year + 50 }) else { return nil }
        return moment(chosen, month, day, time)
    }

    /// Reads `Sun Nov  6 08:49:37 1994`.
    mutating func readPlain() -> HTTPDate? {
        guard skipWeekday(letters: 3), skip(" "), let month = month(), skip(" "),
            let day = skip(" ") ? number(1) : number(2), skip(" "), let time = time(), skip(" "),
            let year = number(4)
        else { return nil }
        return moment(year, month, day, time)
    }

    private func moment(_ year: Int64, _ month: Int, _ day: Int64, _ time: Int64) -> HTTPDate? {
        CivilDate.dayOf1970(year: year, month: month, day: day).map {
            HTTPDate(secondsSince1970: $0 * 86_400 + time)
        }
    }

    /// The second of the day of `08:49:37`.
    private mutating func time() -> Int64? {
        guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private mutating func month() -> Int? {
        for (index, name) in CivilDate.months.enumerated() where skip(name) { return index + 1 }
        return nil
    }

    private mutating func skipWeekday(letters: Int?) -> Bool {
        for name in CivilDate.weekdays where skip(letters.map { String(name.prefix($0)) } ?? name) { return true }
        return false
    }

    private mutating func skip(_ text: String) -> Bool {
        guard octets[place...].starts(with: text.utf8) else { return false }
        place += text.utf8.count
        return true
    }

    private mutating func number(_ digits: Int) -> Int64? {
        guard place + digits <= octets.count else { return nil }
        var value: Int64 = 0
        for octet in octets[place..<(place + digits)] {
            guard ASCII.isDigit(octet) else { return nil }
            value = value * 10 + Int64(octet - 0x30)
        }
        place += digits
        return value
    }
}
