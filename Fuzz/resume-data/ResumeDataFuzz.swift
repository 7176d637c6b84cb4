import Digests
import Foundation
import FuzzSupport
import SessionKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Resume data that comes from a disk: hostile octets are refused, and what is accepted is kept in full.
///
/// The first octet chooses between the octets as they are and the octets with the right magic and digest in front, without
/// which chance would hardly ever reach the reader of the record.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let (selector, input) = unsafe FuzzInput(start, count).split
    let octets = selector & 1 == 0 ? input.octets : signed(input.octets)
    do {
        let resumeData = try ResumeData(Data(octets))
        mustHold(resumeData.length > 0, "a length of \(resumeData.length)")
        mustHold(resumeData.completeLength ?? .max >= resumeData.length, "more than there is")
        mustHold(!resumeData.partialFile.path.utf8.contains(0), "a path with a NUL")
        mustHold(resumeData.originalRequest.url == resumeData.url, "another URL")
        mustEqual(try? ResumeData(resumeData.encoded), resumeData, "written and read again")
    } catch {
        mustHold(!error.description.isEmpty, "a refusal without a word")
    }
    return 0
}

private func signed(_ record: [UInt8]) -> [UInt8] {
    Array("SluiceR1".utf8) + SHA256.digest(of: record) + record
}
