import Scenarios
import Testing

@Suite struct TemplateTests {
    @Test(arguments: [
        ("$(url)/b", "http://main:1/b"), ("//$(host.other)/p", "//other:1/p"), ("$(url.other)", "http://other:1"),
        ("plain $ text $(", "plain $ text $("), ("$$(host)", "$main:1"), ("$(unknown)", "$(unknown)"), ("", ""),
    ])
    func `addresses are put in once they are known`(text: String, expected: String) {
        let template = Template(parsing: text)
        #expect(template.text { $0 + ":1" } == expected)
        #expect(template.description == text)
    }

    @Test func `text without addresses is plain`() {
        #expect(Template(parsing: "a$(b)c").plainText == "a$(b)c")
        #expect(Template(parsing: "a$(url)c").plainText == nil)
    }
}
