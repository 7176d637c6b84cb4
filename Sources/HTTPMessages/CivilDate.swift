/// A day of the Gregorian calendar, counted without a calendar library: dates are formatted once a second per server.
struct CivilDate: Equatable {
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    var year: Int64
    /// 1 to 12.
    var month: Int
    /// 1 to 31.
    var day: Int64
    /// 0 is Sunday.
    var weekday: Int

    /// The day that is so many days after 1970-01-01.
    ///
    /// Years are counted from March, so that the leap day is the last of its year; 400 years have 146,097 days.
    init(dayOf1970 number: Int64) {
        let (era, dayOfEra) = (number + 719_468).quotientAndRemainderFloored(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        weekday = Int((number + 4).quotientAndRemainderFloored(by: 7).remainder)
    }

    /// Days since 1970-01-01 of a date, or nil when the calendar has no such day.
    static func dayOf1970(year: Int64, month: Int, day: Int64) -> Int64? {
        guard (1...12).contains(month), day >= 1 else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.quotientAndRemainderFloored(by: 400)
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        let back = CivilDate(dayOf1970: number)
        return back.month == month && back.day == day ? number : nil
    }
}

extension Int64 {
    /// Division that rounds down, so that days before 1970 come out right.
    func quotientAndRemainderFloored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
