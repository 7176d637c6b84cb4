import Fixtures
import Foundation
import Testing

@Suite struct MarkersTests {
    private let markers = Result {
        try JSONDecoder().decode(
            Markers.self, from: Data(#"{"jpeg-scan":[20,900,1000],"jpeg-eoi":1200,"jpeg-other":[7]}"#.utf8))
    }

    @Test(arguments: [("jpeg-scan-1", 20), ("jpeg-scan-3", 1000), ("jpeg-eoi", 1200), ("jpeg-other-1", 7)])
    func `a marker is found by its name`(name: String, offset: Int) throws {
        #expect(try markers.get()[name] == offset)
    }

    @Test(arguments: [
        "jpeg-scan", "jpeg-scan-", "jpeg-scan-0", "jpeg-scan-4", "jpeg-scan-01", "jpeg-scan-+1", "jpeg-scan--1",
        "jpeg-scan-1 ", "jpeg-eoi-1", "jpeg", "", "-", "jpeg-scan-99999999999999999999",
    ])
    func `no other spelling finds one`(name: String) throws {
        #expect(try markers.get()[name] == nil)
    }

    @Test func `all are listed by offset with their numbers`() throws {
        let all = try markers.get().all
        #expect(all.map(\.name) == ["jpeg-other-1", "jpeg-scan-1", "jpeg-scan-2", "jpeg-scan-3", "jpeg-eoi"])
        #expect(all.map(\.offset) == [7, 20, 900, 1000, 1200])
        #expect(try markers.get().count == 5)
    }

    @Test func `the summary is short however many there are`() throws {
        #expect(try markers.get().summary == "jpeg-eoi, jpeg-other-1, jpeg-scan-1 to jpeg-scan-3")
        #expect(Markers().summary == "none")
    }

    @Test func `an unknown marker's error says what there is`() throws {
        let fixture = Fixture(
            path: "a.jpg", sha256: "", size: 1, mediaType: "image/jpeg", markers: try markers.get())
        #expect(try fixture.offset(of: "jpeg-scan-2") == 900)
        let error = #expect(throws: FixtureError.self) { try fixture.offset(of: "jpeg-scan-9") }
        #expect(error?.code == .unknownMarker)
        #expect(error?.message.contains("jpeg-scan-1 to jpeg-scan-3") == true)
    }
}
