import FuzzSupport
import HTTPMessages

/// Field values of every kind: nothing traps, what is read can be written and read again, and results keep their promises.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let (selector, input) = unsafe FuzzInput(start, count).split
    let text = input.text
    checkRange(text, length: selector)
    if let range = ContentRange(parsing: text) {
        mustEqual(ContentRange(parsing: range.description), range, "Content-Range")
    }
    if let date = HTTPDate(parsing: text) { mustEqual(HTTPDate(parsing: date.description), date, "date") }
    if let date = HTTPDate(parsing: text, now: HTTPDate(secondsSince1970: 1_800_000_000)) {
        mustEqual(HTTPDate(parsing: date.description), date, "date")
    }
    if let tag = EntityTag(parsing: text) { mustEqual(EntityTag(parsing: tag.description), tag, "entity tag") }
    checkFilename(text)
    checkPreconditions(text)
    checkRequestFields(text)
    let target = RequestTarget(text)
    mustHold(target.form == .authority || !target.path.isEmpty, "no path in \(target)")
    _ = target.queryItems
    _ = MediaType.ofFile(named: text)
    _ = MediaType.fileExtension(for: text)
    return 0
}

private func checkRange(_ text: String, length selector: UInt8) {
    guard let header = RangeHeader(parsing: text) else { return }
    mustEqual(RangeHeader(parsing: header.description), header, "Range")
    // Lengths 0 to 126, and the largest.
    let length = selector & 0x7F == 0x7F ? Int64.max : Int64(selector & 0x7F)
    guard case .partial(let ranges) = header.resolved(completeLength: length) else { return }
    mustHold(!ranges.isEmpty, "no range in a 206")
    for range in ranges {
        mustHold(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length, "\(range) of \(length)")
    }
}

/// What is named first is not taken back by what follows, and names of parameters are lower case.
private func checkRequestFields(_ text: String) {
    let accepted = AcceptEncoding(["Accept-Encoding": "gzip, " + text])
    mustEqual(accepted.preference(for: "gzip"), .coding, "Accept-Encoding")
    for name in (Authorization(["Authorization": text])?.parameters ?? [:]).keys {
        mustHold(name == ASCII.lowercased(name) && ASCII.isToken(name), "the parameter \(name)")
    }
}

private func checkFilename(_ text: String) {
    let names = [ContentDisposition(parsing: text)?.suggestedFilename, SuggestedFilename.sanitised(text)]
    let chosen = SuggestedFilename.choose(
        contentDisposition: text, lastPathComponent: text, host: text, mediaType: "image/jpeg")
    for name in names.compactMap({ $0 }) + [chosen] {
        let isSafe = !name.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0x2F || $0 == 0x5C }
        mustHold(isSafe && !name.isEmpty && name.utf8.count <= 255 && name.utf8.first != 0x2E, "unsafe: \(name)")
    }
}

/// Conditions of any text never bring a range without Range, nor 304 for a method that writes.
private func checkPreconditions(_ text: String) {
    let current = Preconditions.Current(
        entityTag: EntityTag("v1"), lastModified: HTTPDate(secondsSince1970: 784_111_777),
        date: HTTPDate(secondsSince1970: 1_800_000_000))
    for name in ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range"] {
        let fields: HTTPFields = [name: text]
        mustHold(
            Preconditions.evaluate(method: .get, fields: fields, current: current) != .proceed(rangeApplies: true),
            "\(name) brings a range")
        mustHold(
            Preconditions.evaluate(method: .put, fields: fields, current: current) != .notModified,
            "\(name) makes 304 of a PUT")
    }
}
