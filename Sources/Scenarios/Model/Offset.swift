/// A place in a representation, counted before chunks, coding and range.
public enum Offset: Hashable, Sendable {
    /// `1386B`: so many bytes from the start.
    case bytes(Int64)
    /// `-4KiB`: so many bytes before the end.
    case fromEnd(Int64)
    /// `60%`: a part of the whole, rounded down; kept in millionths of a percent so that it is exact.
    case percent(millionths: Int64)
    /// `marker:jpeg-scan-2+16B`: a marker of the fixture's manifest, and a distance from it.
    case marker(String, delta: Int64)

    /// The byte it means in a body, or nil when it lies outside, the body never ends or has no such marker.
    ///
    /// - Parameters:
    ///   - length: the body's length in bytes; nil for one that never ends.
    ///   - marker: gives the byte offset of a marker.
    /// - Returns: an offset from 0 to the length.
    public func resolve(length: Int64?, marker: (String) -> Int64?) -> Int64? {
        let position: Int64?
        switch self {
        case .bytes(let count): position = count
        case .fromEnd(let count): position = length.map { $0 - count }
        case .percent(let millionths): position = length.flatMap { Offset.part($0, millionths: millionths) }
        case .marker(let name, let delta):
            position = marker(name).flatMap {
                let (sum, overflow) = $0.addingReportingOverflow(delta)
                return overflow ? nil : sum
            }
        }
        guard let position, position >= 0, length.map({ position <= $0 }) ?? true else { return nil }
        return position
    }

    /// A part of a length, without overflow at any length.
    private static func part(_ length: Int64, millionths: Int64) -> Int64? {
        let whole: UInt64 = 100_000_000
        guard length >= 0, millionths >= 0, millionths <= whole else { return nil }
        return Int64(whole.dividingFullWidth(UInt64(length).multipliedFullWidth(by: UInt64(millionths))).quotient)
    }
}
