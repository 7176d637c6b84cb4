import HTTPMessages
import TestSupport
import Testing

@Suite struct ContentDispositionTests {
    @Test(
        .tags(.F02, .F03, .F04, .F06),
        arguments: [
            ("attachment; filename=a.jpg", "a.jpg"),
            ("attachment; filename=\"a b.jpg\"", "a b.jpg"),
            ("attachment; FileName=\"a.jpg\"", "a.jpg"),
            ("ATTACHMENT;filename=\"a.jpg\"", "a.jpg"),
            ("attachment ; filename = \"a.jpg\" ; size=3", "a.jpg"),
            (#"attachment; filename="a\"b\\c.jpg""#, #"a"b\c.jpg"#),
            ("attachment; filename=\"a;b.jpg\"", "a;b.jpg"),
            ("attachment; filename=\"x.jpg\"; filename*=UTF-8''na%C3%AFve.jpg", "naïve.jpg"),
            ("attachment; filename*=utf-8'de'%e2%82%ac.jpg; filename=\"x.jpg\"", "€.jpg"),
            ("attachment; filename*=ISO-8859-1''%A3.jpg", "£.jpg"),
            ("attachment; filename=x.jpg; filename*=UTF-8''%FF.jpg", "x.jpg"),
            ("attachment; filename=x.jpg; filename*=UTF-16''a.jpg", "x.jpg"),
            ("attachment; filename=x.jpg; filename*=a.jpg", "x.jpg"),
            ("attachment; filename=x.jpg; filename*=UTF-8''a%4", "x.jpg"),
            ("attachment; filename=a.jpg; filename=b.jpg", "a.jpg"),
            ("attachment; filename=\"naïve.jpg\"", "naïve.jpg"),
            ("attachment", nil),
            ("inline; name=\"a.jpg\"", nil),
        ] as [(String, String?)])
    func `the file name is found`(value: String, expected: String?) throws {
        #expect(try #require(ContentDisposition(parsing: value)).filename == expected)
    }

    @Test(arguments: ["", ";filename=a", "\"attachment\"; filename=a", "filename = a b"])
    func `without a type it is none`(value: String) {
        #expect(ContentDisposition(parsing: value) == nil)
    }

    @Test(
        .tags(.F05),
        arguments: [
            ("../../etc/passwd", "passwd"), ("..\\..\\boot.ini", "boot.ini"), ("/etc/passwd", "passwd"), ("a/b/", "b"),
            (".bashrc", "bashrc"), ("...", nil), ("..", nil), ("", nil), ("/", nil), ("a\u{0}b.jpg", "ab.jpg"),
            ("a\nb\u{7F}.jpg", "ab.jpg"), (" . .a.jpg ", "a.jpg"), ("evil\u{202E}gpj.exe", "evilgpj.exe"),
            ("caf\u{E9}.jpg", "café.jpg"), ("  ", nil), ("/\u{0}", nil), ("a/\u{0}..", nil),
        ] as [(String, String?)])
    func `a name is made safe`(name: String, expected: String?) {
        #expect(SuggestedFilename.sanitised(name) == expected)
    }

    @Test func `a long name is cut and keeps its extension`() throws {
        let name = try #require(SuggestedFilename.sanitised(String(repeating: "ü", count: 300) + ".jpg"))
        #expect(name.utf8.count <= 255)
        #expect(name.utf8.count > 250)
        #expect(name.hasSuffix("ü.jpg"))
    }

    @Test(
        .tags(.F01),
        arguments: [
            ("attachment; filename=a.png", "b.jpg", "a.png"), (nil, "b.jpg", "b.jpg"), (nil, "b", "b.jpg"),
            (nil, nil, "example.com.jpg"), (nil, "", "example.com.jpg"), ("attachment; filename=\"..\"", "b", "b.jpg"),
            ("attachment; filename=a", "b.jpg", "a.jpg"),
        ] as [(String?, String?, String)])
    func `the chain is field, path, host`(field: String?, component: String?, expected: String) {
        let name = SuggestedFilename.choose(
            contentDisposition: field, lastPathComponent: component, host: "example.com",
            mediaType: "image/jpeg; q=1")
        #expect(name == expected)
    }

    @Test(.tags(.F01)) func `at the chain's end the name is unknown`() {
        let name = SuggestedFilename.choose(
            contentDisposition: nil, lastPathComponent: nil, host: nil, mediaType: "application/x-strange")
        #expect(name == "unknown")
    }

    @Test func `kinds of files are known by their names`() {
        #expect(MediaType.ofFile(named: "images/aurora.JPG") == "image/jpeg")
        #expect(MediaType.ofFile(named: "tune.m4a") == "audio/mp4")
        #expect(MediaType.ofFile(named: "README") == MediaType.unknown)
        #expect(MediaType.fileExtension(for: "IMAGE/JPEG") == "jpg")
    }
}
