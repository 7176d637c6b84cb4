internal import Scenarios

extension Scenario {
    /// The resources as they are on a port that other scenarios share: their paths, the URLs they send and their gates
    /// begin with the scenario's own.
    ///
    /// `mount` is the path of the scenario, without a slash at the end: `/s/slow-chunks`.
    func resources(mountedAt mount: String) -> [Resource] {
        let mounting = Mounting(path: mount, gates: id + "/")
        return resources.map { resource in
            var resource = resource
            resource.path.path = mount + resource.path.path
            resource.answer = mounting.answer(resource.answer)
            for index in resource.attempts.indices {
                resource.attempts[index].answer = mounting.answer(resource.attempts[index].answer)
            }
            return resource
        }
    }
}

/// Puts a scenario's path in front of the URLs that its answers send, and its id in front of its gates.
private struct Mounting {
    let path: String
    let gates: String

    func answer(_ answer: Answer) -> Answer {
        var answer = answer
        answer.body = body(answer.body)
        answer.raw = answer.raw.map(body)
        answer.fields = lines(answer.fields)
        answer.trailers = lines(answer.trailers)
        for index in answer.script.indices { answer.script[index].action = action(answer.script[index].action) }
        return answer
    }

    private func action(_ action: Step.Action) -> Step.Action {
        switch action {
        case .hold(let gate): gate == Step.forever ? action : .hold(gate: gates + gate)
        case .send(let source): .send(body(source))
        case .inform(let status, let fields): .inform(status: status, fields: lines(fields))
        case .pause, .pace, .cut: action
        }
    }

    private func body(_ source: BodySource) -> BodySource {
        switch source {
        case .text(let template): .text(text(template))
        case .repeated(let inner, let times): .repeated(body(inner), times: times)
        case .sequence(let sources): .sequence(sources.map(body))
        case .bytes, .file, .pattern: source
        }
    }

    private func lines(_ lines: [FieldLine]) -> [FieldLine] {
        lines.map { FieldLine(name: $0.name, value: text($0.value)) }
    }

    private func text(_ template: Template) -> Template {
        Template(
            pieces: template.pieces.flatMap { piece in
                if case .url = piece { [piece, .text(path)] } else { [piece] }
            })
    }
}
