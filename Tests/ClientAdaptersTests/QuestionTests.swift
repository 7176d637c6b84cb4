import AdapterProtocol
import FixtureServer
import HTTPMessages
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Questions of a client` {
    private static let resources: [String: [Answer]] = {
        var redirect = Answer(body: .text(Template("moved")))
        redirect.status = 302
        redirect.fields = [.init(name: "Location", value: "/x")]
        return ["/moved": [redirect], "/x": [.pattern()]]
    }()

    private static let redirects: [(AdapterCommand.Answer.Choice, [String])] = [
        (.follow, ["head 200 of \(size)", "bytes", "progress", "end complete \(size)"]),
        (.refuse, ["head 302 of 5", "bytes", "progress", "end complete 5"]),
        (.cancel, ["end cancelled 0 cancelled"]),
    ]

    @Test(arguments: redirects)
    func `a redirect waits for the answer`(choice: AdapterCommand.Answer.Choice, story: [String]) async throws {
        try await playing(Self.resources) { instance, desk in
            desk.start("a", instance.url + "/moved") { $0.options.ask = [.redirect] }
            await desk.event { $0.ev == "question" }
            let question = try #require(desk.questions(of: "a").first)
            #expect(question.location == instance.url + "/x" && question.methodAfter == "GET")
            desk.send(.answer(.init(t: "a", id: question.id, with: choice)))
            try await desk.end(of: "a")
            #expect(desk.story(of: "a") == ["started", "question redirect 302"] + story)
        }
    }

    @Test func `a redirect that nobody wants to be asked about is followed`() async throws {
        try await playing(Self.resources) { instance, desk in
            desk.start("a", instance.url + "/moved")
            try await desk.end(of: "a")
            #expect(desk.heads(of: "a").map(\.finalURL) == [instance.url + "/x"])
        }
    }

    private static let responses: [(AdapterCommand.Answer.Choice, [String])] = [
        (.allow, ["head 200 of \(size)", "bytes", "progress", "end complete \(size)"]),
        (.download, ["head 200 of \(size)", "bytes", "progress", "file \(size)", "end complete \(size)"]),
        (.cancel, ["head 200 of \(size)", "end cancelled 0 cancelled"]),
    ]

    @Test(arguments: responses)
    func `a response waits for the answer`(choice: AdapterCommand.Answer.Choice, story: [String]) async throws {
        try await playing(Self.resources) { instance, desk in
            desk.start("a", instance.url + "/x") { $0.options.ask = [.response] }
            await desk.event { $0.ev == "question" }
            let question = try #require(desk.questions(of: "a").first)
            desk.send(.answer(.init(t: "a", id: question.id, with: choice)))
            let end = try await desk.end(of: "a")
            #expect(desk.story(of: "a") == ["started", "question response 200"] + story)
            #expect(end.hash == digest(end.total))
        }
    }

    @Test func `a transfer that became a download can be cancelled with resume material`() async throws {
        try await playing(.held()) { instance, desk in
            desk.start("a", instance.url + "/x") { $0.options.ask = [.response] }
            await desk.event { $0.ev == "question" }
            desk.send(.answer(.init(t: "a", id: try #require(desk.questions(of: "a").first).id, with: .download)))
            await desk.bytes(size / 2, of: "a")
            desk.send(.cancel(t: "a", resume: .want))
            let end = try await desk.end(of: "a")
            #expect(desk.story(of: "a").suffix(2) == ["resume data 5000", "end cancelled 5000 cancelled"])
            #expect(end.hash == digest(size / 2))
        }
    }

    @Test func `an answer that fits no question is refused with those that do; a late one is ignored`() async throws {
        try await playing(Self.resources) { instance, desk in
            desk.start("a", instance.url + "/moved") { $0.options.ask = [.redirect] }
            await desk.event { $0.ev == "question" }
            let id = try #require(desk.questions(of: "a").first).id
            desk.send(.answer(.init(t: "a", id: id, with: .credentials, user: "u", password: "p")))
            await desk.event { $0.ev == "unsupported" }
            #expect(
                desk.events.last
                    == .unsupported(
                        what: "credentials", t: "a", reason: "this question is answered by cancel, follow, refuse"))
            desk.send(.answer(.init(t: "a", id: id, with: .follow)))
            desk.send(.answer(.init(t: "a", id: id, with: .follow)))
            let end = try await desk.end(of: "a")
            #expect(end.total == size)
        }
    }
}
