import FuzzSupport
import HTTPMessages
import Scenarios
import YAML

/// Scenario files of any bytes: read, linted and played without a trap, twice with the same result, all with places.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count)
    let file = ScenarioFile(reading: input.octets, path: "f.yaml")
    mustHold(!file.scenarios.isEmpty || !file.complaints.isEmpty, "nothing read and nothing said")
    for complaint in file.complaints {
        mustHold(complaint.location.line > 0 && complaint.location.column > 0, "no place in \(complaint)")
        mustHold(!complaint.description.utf8.contains(0x0a), "two lines in \(complaint)")
    }
    let again = ScenarioFile(reading: input.octets, path: "f.yaml")
    mustEqual(again.scenarios, file.scenarios, "the scenarios, read again")
    mustEqual(again.complaints, file.complaints, "the complaints, made again")
    checkNotations(input.text)
    checkBehaviour(input.text)
    return 0
}

/// The text as the query of a URL: an answer, or what is wrong with it, one line each.
private func checkBehaviour(_ text: String) {
    let behaviour = Behaviour(query: RequestTarget("/x?" + text))
    do {
        let answer = try behaviour.answer(over: Answer(body: .text("hello")))
        mustHold(answer.body == .text("hello"), "another body")
    } catch {
        mustHold(!error.complaints.isEmpty, "nothing read and nothing said")
        for complaint in error.complaints { mustHold(!complaint.sentence.contains("\n"), "two lines") }
        mustEqual(
            error.description.utf8.count { $0 == 0x0a }, error.complaints.count - 1, "the lines of \(error)")
    }
}

private func checkNotations(_ text: String) {
    if let size = try? Notation.size(text) { mustEqual(try? Notation.size("\(size)B"), size, "size") }
    if let position = try? Notation.position(text) {
        mustEqual(try? Notation.position(position.text), position, "position")
    }
    _ = try? Notation.pace(text)
    _ = try? Notation.target(text)
    mustEqual(Template(parsing: text).description, text, "template")
    _ = ScenarioPattern(text).matches(text)
}
