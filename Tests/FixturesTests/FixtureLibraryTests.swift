import Fixtures
import Foundation
import Testing

@Suite struct FixtureLibraryTests {
    @Test func `shipped fixtures come from the manifest`() throws {
        let library = FixtureLibrary(root: try .located(besides: nil))
        let photo = try library.fixture(at: "images/aurora-progressive.jpg")
        #expect(photo.mediaType == "image/jpeg")
        #expect(try photo.offset(of: "jpeg-scan-2") > photo.offset(of: "jpeg-scan-1"))
        #expect(try library.contents(of: photo.path).count == photo.size)
    }

    @Test func `a wrong name is answered with the nearest fixture`() throws {
        let library = FixtureLibrary(root: try .located(besides: nil))
        let error = #expect(throws: FixtureError.self) { try library.fixture(at: "images/arora.jpg") }
        #expect(error?.message == "There is no fixture “images/arora.jpg”; did you mean images/aurora.jpg?")
    }

    @Test func `a file of somebody's own needs no manifest`() throws {
        let scratch = try Scratch()
        try scratch.write("abc", to: "notes.txt")
        let library = FixtureLibrary(root: try FixtureRoot(directory: scratch.url))
        let notes = try library.fixture(at: "notes.txt")
        #expect(notes.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(notes.size == 3)
        #expect(notes.mediaType == "text/plain")
        #expect(notes.markers.count == 0)
    }

    @Test func `a picture that is none is an error, not a fixture`() throws {
        let scratch = try Scratch()
        try scratch.write("abc", to: "photo.jpg")
        let library = FixtureLibrary(root: try FixtureRoot(directory: scratch.url))
        let error = #expect(throws: FixtureError.self) { try library.fixture(at: "photo.jpg") }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("JPEG at byte 0: does not begin with FF D8") == true)
    }

    @Test func `a fixture that the manifest promises and the disk lacks is told apart from a wrong name`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"{"version":1,"fixtures":[{"path":"a.txt","sha256":"","size":1,"type":"text/plain"}]}"#,
            to: "manifest.json")
        let library = FixtureLibrary(root: try FixtureRoot(directory: scratch.url))
        let error = #expect(throws: FixtureError.self) { try library.fixture(at: "a.txt") }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("in the manifest") == true)
        #expect(error?.message.contains("not on disk") == true)
    }

    @Test func `a broken manifest is reported as such, not as a missing fixture`() throws {
        let scratch = try Scratch()
        try scratch.write("{", to: "manifest.json")
        try scratch.write("abc", to: "a.txt")
        let library = FixtureLibrary(root: try FixtureRoot(directory: scratch.url))
        let error = #expect(throws: FixtureError.self) { try library.fixture(at: "a.txt") }
        #expect(error?.code == .badManifest)
    }
}
