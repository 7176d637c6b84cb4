import Foundation
import HTTPMessages

@testable import SessionKit

/// Resume data that no download left behind.
enum ResumeDataForTests {
    /// Of the bytes 01234 of ten, in a partial file that is written to a folder.
    static func half(of url: URL, in folder: URL) -> Data {
        let file = PartialName.make(in: folder)
        try? Data("01234".utf8).write(to: file)
        return ResumeData(
            url: url, fields: [:], validator: .entityTag(EntityTag("v")), completeLength: 10, length: 5,
            partialFile: file
        ).encoded
    }
}
