import AdapterProtocol
import FuzzSupport

/// A line of the adapter protocol, read as both kinds: what is understood is written and read again as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let line = unsafe FuzzInput(start, count).octets
    let coder = LineCoder()
    check(try coder.command(line), reading: coder.command, writing: coder.line)
    check(try coder.event(line), reading: coder.event, writing: coder.line)
    return 0
}

/// A message is one line whatever is in it, and nothing is lost; a refusal says something.
private func check<Message: Equatable>(
    _ message: @autoclosure () throws(LineError) -> Message, reading: ([UInt8]) throws(LineError) -> Message,
    writing: (Message) throws(LineError) -> [UInt8]
) {
    do {
        let message = try message()
        // What is written with escapes may be longer than what was read; only that may stop it.
        guard let written = try? writing(message) else { return }
        mustEqual(written.last, UInt8(ascii: "\n"), "the last octet")
        let line = Array(written.dropLast())
        mustHold(!line.contains(UInt8(ascii: "\n")), "a line feed within the line of \(message)")
        mustEqual(try? reading(line), message, "written and read again")
    } catch {
        mustHold(!error.description.isEmpty, "a refusal without a word")
    }
}
