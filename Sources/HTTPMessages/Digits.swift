/// Unsigned decimal numbers of any length, as fields carry them.
public enum Digits {
    /// The number, 2^63 − 1 when it is greater, or nil when the text is anything but digits.
    public static func saturating(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty else { return nil }
        var value: Int64 = 0
        for octet in text.utf8 {
            guard ASCII.isDigit(octet) else { return nil }
            let (product, isTooBig) = value.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooBig) = product.addingReportingOverflow(Int64(octet - 0x30))
            value = isTooBig || isStillTooBig ? .max : sum
        }
        return value
    }

    /// The number, or nil when the text is anything but digits or the number is greater than 2^63 − 1.
    public static func exact(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty else { return nil }
        var value: Int64 = 0
        for octet in text.utf8 {
            guard ASCII.isDigit(octet) else { return nil }
            let (product, isTooBig) = value.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooBig) = product.addingReportingOverflow(Int64(octet - 0x30))
            if isTooBig || isStillTooBig { return nil }
            value = sum
        }
        return value
    }
}
