internal import AdapterProtocol
internal import FixtureServer
internal import Foundation
internal import Scenarios

extension ScenarioPlay {
    /// Bodies up to this size are sent in the line itself, larger ones as a file.
    private static let largestInline = 512 << 10

    /// Begins a transfer.
    func play(_ start: TransferStart) async -> Bool {
        var order = command(start)
        if let body = start.body {
            guard let source = upload(body, start) else {
                return stop(.skipped("the body that \(start.name) sends cannot be made by this version"))
            }
            order.body = source
        }
        ask(.start(order))
        return await expect(.started(start.name))
    }

    private func command(_ start: TransferStart) -> AdapterCommand.Start {
        let authority = { (origin: String) in self.authority(of: origin) }
        return .init(
            t: start.name, url: "http://\(authority(start.resource.origin))\(start.resource.path)\(start.query)",
            method: start.method,
            headers: start.fields.map { .init($0.name, $0.value.text(authority: authority)) },
            options: .init(
                session: session, sink: start.sink == .file ? .file : .memory, suspended: start.isSuspended,
                ask: start.asks.map { .init($0) }.sorted { $0.rawValue < $1.rawValue },
                stopAfter: start.stopAfter.map { Int(clamping: $0) }, cache: start.cache.map { .init($0) }))
    }

    func authority(of origin: String) -> String {
        instance.urls[origin].map { String($0.dropFirst("http://".count)) } ?? ""
    }

    /// The body of a request as the adapter is told of it; nil where this suite cannot make it.
    private func upload(_ body: BodySource, _ start: TransferStart) -> AdapterCommand.RequestBody? {
        let form: AdapterCommand.RequestBody.Source =
            switch start.bodySource {
            case .data: .data
            case .file: .file
            case .stream: .stream
            }
        if case .pattern(let size?, .number(let seed)) = body, form != .file {
            return .init(from: form, pattern: .init(size: Int(clamping: size), seed: seed))
        }
        guard let bytes = bytes(of: body) else { return nil }
        if form != .file, bytes.count <= Self.largestInline {
            return .init(from: form, data: Data(bytes).base64EncodedString())
        }
        guard let path = try? folder.lend(bytes, as: start.name) else { return nil }
        return .init(from: form, path: path)
    }

    private func bytes(of body: BodySource) -> [UInt8]? {
        switch body {
        case .text(let template): Array(template.text { self.authority(of: $0) }.utf8)
        case .bytes(let bytes): bytes
        case .pattern(let size?, .number(let seed)):
            PatternStream(seed: seed).bytes(from: 0, count: Int(clamping: size))
        case .repeated(let source, let times): bytes(of: source).map { Array(repeatElement($0, count: times).joined()) }
        case .sequence(let sources):
            sources.reduce([]) { whole, source in
                guard let whole, let part = bytes(of: source) else { return nil }
                return whole + part
            }
        case .file, .pattern: nil
        }
    }
}

extension AdapterCommand.TransferOptions.Question {
    fileprivate init(_ question: TransferStart.Question) {
        self =
            switch question {
            case .redirect: .redirect
            case .response: .response
            case .challenge: .challenge
            }
    }
}

extension AdapterCommand.TransferOptions.CacheUse {
    fileprivate init(_ use: TransferStart.CacheUse) {
        self =
            switch use {
            case .reload: .reload
            case .prefer: .prefer
            case .only: .only
            }
    }
}
