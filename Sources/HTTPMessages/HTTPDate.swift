/// A moment in whole seconds, as HTTP fields carry it (RFC 9110 §5.6.7).
public struct HTTPDate: Hashable, Sendable, Codable {
    /// Seconds since 1970-01-01 00:00:00 UTC, leap seconds not counted.
    public var secondsSince1970: Int64

    /// Makes a date; outside the years 0 to 9999 it has no spelling on the wire.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// How strong a date is as a validator: RFC 9110 §8.8.2.2 wants it a second older than the answer that carried it.
    ///
    /// Two changes within one second have the same date, so a date that is as young as its answer proves nothing.
    public func isStrongValidator(inAnswerOf date: HTTPDate, margin: Duration = .seconds(1)) -> Bool {
        .seconds(date.secondsSince1970 - secondsSince1970) >= margin
    }

    /// The date moved by whole seconds.
    public func advanced(bySeconds seconds: Int64) -> HTTPDate {
        HTTPDate(secondsSince1970: secondsSince1970 + seconds)
    }
}

extension HTTPDate: Comparable {
    /// Earlier comes first.
    public static func < (a: HTTPDate, b: HTTPDate) -> Bool {
        a.secondsSince1970 < b.secondsSince1970
    }
}

extension HTTPDate: CustomStringConvertible {
    /// The one form that may be sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        var octets: [UInt8] = []
        octets.reserveCapacity(29)
        append(to: &octets)
        return String(decoding: octets, as: UTF8.self)
    }

    /// Appends the 29 octets of the form that may be sent.
    public func append(to octets: inout [UInt8]) {
        let (day, second) = secondsSince1970.quotientAndRemainderFloored(by: 86_400)
        let date = CivilDate(dayOf1970: day)
        octets.append(contentsOf: CivilDate.weekdays[date.weekday].utf8.prefix(3))
        octets.append(contentsOf: ", ".utf8)
        octets.appendDigits(date.day, count: 2)
        octets.append(0x20)
        octets.append(contentsOf: CivilDate.months[date.month - 1].utf8)
        octets.append(0x20)
        octets.appendDigits(date.year, count: 4)
        octets.append(0x20)
        octets.appendDigits(second / 3600, count: 2)
        octets.append(0x3A)
        octets.appendDigits(second / 60 % 60, count: 2)
        octets.append(0x3A)
        octets.appendDigits(second % 60, count: 2)
        octets.append(contentsOf: " GMT".utf8)
    }
}

extension [UInt8] {
    /// Appends a number with leading zeros.
    fileprivate mutating func appendDigits(_ number: Int64, count: Int) {
        var divisor: Int64 = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
