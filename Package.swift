// swift-tools-version: 6.2
import PackageDescription

/// .ci/sanitized sets this; Sources/Locks says why.
let underThreadSanitizer: [SwiftSetting] = Context.environment["SLUICE_TSAN"] == "1" ? [.define("SLUICE_TSAN")] : []

/// Strict for every Swift target; what a target may import is decided by its place in the list below.
let strict: [SwiftSetting] =
    [
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + underThreadSanitizer

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func library(_ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String]) -> Target {
    .target(
        name: name, dependencies: dependencies, resources: files.map { .embedInCode($0) }, swiftSettings: strict)
}

func files(_ name: String, in path: String, _ resources: [String], exclude: [String] = []) -> Target {
    .target(
        name: name, path: path, exclude: exclude, sources: ["\(name).swift"],
        resources: resources.map { .copy($0) }, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies,
        exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "sluice",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FixtureServer", targets: ["FixtureServer"]),
        .library(name: "SessionKit", targets: ["SessionKit"]),
        .library(name: "FixtureServerTesting", targets: ["FixtureServerTesting"]),
        .executable(name: "fixture-server", targets: ["fixture-server"]),
        .executable(name: "conform", targets: ["conform"]),
    ],
    targets: [
        // A target may depend only on targets above it; `make lint` checks that.

        // C libraries: a module map and a shim each.
        .systemLibrary(
            name: "CLibevent", pkgConfig: "libevent_core",
            providers: [.apt(["libevent-dev"]), .brew(["libevent"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CGetopt"),

        // A value behind a lock that ThreadSanitizer can see.
        library("Locks"),
        // What somebody meant who misspelt a word.
        library("Spelling"),
        // Strict YAML nodes with line and column, and the complaint every reader of files makes.
        library("YAML", ["CYaml", "Spelling"]),
        // SHA-256, running and whole.
        library("Digests", ["COpenSSL"]),
        // gzip, zlib and raw deflate streams with an honest "ended".
        library("Compression", ["CZlib"]),
        // Requests, responses, fields, ranges, validators, dates: values.
        library("HTTPMessages"),
        // Arguments to values, usage texts, exit codes.
        library("CommandLineOptions", ["CGetopt", "Locks", "Spelling"]),
        // The lines that runner and adapter exchange.
        library("AdapterProtocol"),
        // The shipped files, as package resources.
        files(
            "FixtureFiles", in: "Fixtures", ["manifest.json", "images", "audio", "catalog", "text", "known-failures"],
            exclude: ["generate", "LICENSE"]),
        files(
            "ScenarioFiles", in: "Scenarios",
            [
                "slow-chunks.yaml", "basic", "framing", "parse", "incremental", "progress", "cancel", "suspend",
                "resume", "range", "accept", "coding", "auth", "schema.json", "outage", "malformed", "informational",
                "reuse",
            ]),
        // The manifest of fixtures, and the parsers that find their markers.
        library("Fixtures", ["FixtureFiles", "Digests", "Compression", "Locks", "Spelling"]),
        // The scenario model, its reader, its lint, and the model of a perfect client.
        library(
            "Scenarios",
            ["YAML", "Locks", "Spelling", "HTTPMessages", "AdapterProtocol", "ScenarioFiles", "Fixtures"]),
        // HTTP/1 bytes to events and back: structs without I/O or clock.
        library("HTTPWire", ["HTTPMessages"]),
        // libevent: the loop as executor, listener, connection, timers, signals.
        library("EventLoop", ["CLibevent", "Locks"]),
        // Child processes with their pipes on the loop.
        library("ChildProcesses", ["CSpawn", "EventLoop", "Locks"]),
        // libcurl's multi-socket interface on the loop.
        library("CurlEngine", ["CCurl", "EventLoop", "HTTPMessages", "HTTPWire", "Locks"]),
        // Plays scenarios to whoever connects.
        library(
            "FixtureServer",
            [
                "Scenarios", "Fixtures", "HTTPMessages", "HTTPWire", "EventLoop", "Digests", "Compression", "Locks",
                "Spelling", "YAML",
            ], embedding: ["Control/openapi.json"]),
        // The URLSession-style client.
        library(
            "SessionKit", ["CurlEngine", "EventLoop", "HTTPMessages", "Compression", "Digests", "Locks"]),
        // A Swift Testing trait and a closure that play scenarios to tests.
        library(
            "FixtureServerTesting", ["FixtureServer", "Scenarios", "Fixtures", "EventLoop", "Locks", "Spelling"]),
        // Plan, run, judge, report.
        library(
            "Conformance",
            [
                "AdapterProtocol", "Scenarios", "Fixtures", "FixtureServer", "EventLoop", "ChildProcesses",
                "HTTPMessages", "Digests", "Spelling", "YAML",
            ]),
        // SessionKit and Foundation's URLSession behind the adapter protocol.
        library(
            "ClientAdapters",
            ["AdapterProtocol", "Scenarios", "SessionKit", "HTTPMessages", "Digests", "Locks"]),
        .executableTarget(
            name: "fixture-server",
            dependencies: [
                "FixtureServer", "CommandLineOptions", "Scenarios", "Fixtures", "HTTPMessages", "HTTPWire", "EventLoop",
                "ChildProcesses", "Spelling",
            ],
            swiftSettings: strict),
        // Writes Fixtures/manifest.json with our own parsers; called by `make fixtures`, not shipped.
        .executableTarget(name: "fixture-manifest", dependencies: ["Fixtures"], swiftSettings: strict),
        // Loads through SessionKit and through URLSession; called by Benchmarks/client.sh, not shipped.
        .executableTarget(
            name: "client-speed", dependencies: ["SessionKit"], path: "Benchmarks/client-speed", swiftSettings: strict),
        .executableTarget(
            name: "conform",
            dependencies: [
                "AdapterProtocol", "Conformance", "ClientAdapters", "ChildProcesses", "CommandLineOptions", "Fixtures",
                "Scenarios",
                "EventLoop", "Spelling",
            ],
            swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["ChildProcesses", "EventLoop", "HTTPMessages", "Locks"],
            path: "Tests/TestSupport",
            swiftSettings: strict),
        tests("Spelling"), tests("YAML"), tests("Digests"), tests("Compression"), tests("HTTPMessages"),
        tests("CommandLineOptions"),
        tests("AdapterProtocol"), tests("Fixtures", ["Digests", "FixtureFiles", "Compression"]),
        tests("Scenarios", ["YAML", "AdapterProtocol", "HTTPMessages", "Fixtures"], exclude: ["Complaints"]),
        tests("HTTPWire", ["HTTPMessages"]), tests("EventLoop"),
        tests("ChildProcesses", ["EventLoop"]), tests("CurlEngine", ["EventLoop", "HTTPMessages", "Locks"]),
        tests(
            "FixtureServer",
            [
                "Scenarios", "EventLoop", "HTTPMessages", "HTTPWire", "Fixtures", "Digests", "Compression", "YAML",
                "fixture-server",
            ]),
        tests(
            "SessionKit",
            [
                "FixtureServer", "Scenarios", "EventLoop", "HTTPMessages", "Digests", "Compression", "Locks", "YAML",
            ]),
        tests(
            "FixtureServerTesting", ["FixtureServer", "Scenarios", "SessionKit"],
            exclude: ["Files", "faulty.yaml", "greeting.yaml"]),
        tests(
            "Conformance",
            [
                "FixtureServer", "Scenarios", "EventLoop", "AdapterProtocol", "ChildProcesses", "Digests",
                "HTTPMessages", "Locks", "fixture-server", "conform",
            ]),
        .testTarget(
            name: "DocumentationTests", dependencies: ["TestSupport", "fixture-server", "conform"],
            swiftSettings: strict),
        tests(
            "ClientAdapters",
            ["AdapterProtocol", "FixtureServer", "Scenarios", "EventLoop", "HTTPMessages", "Digests", "Locks", "YAML"]),
    ]
)

// Fuzz/run sets this. libFuzzer brings its own `main` and its instrumentation, so these programs exist for it alone.
if Context.environment["SLUICE_FUZZ"] == "1" {
    func fuzz(_ name: String, _ dependencies: [Target.Dependency]) {
        package.targets.append(
            .executableTarget(
                name: "fuzz-\(name)", dependencies: ["FuzzSupport"] + dependencies, path: "Fuzz/\(name)",
                exclude: ["corpus"], swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
        package.products.append(.executable(name: "fuzz-\(name)", targets: ["fuzz-\(name)"]))
    }
    package.targets.append(.target(name: "FuzzSupport", path: "Fuzz/Support", swiftSettings: strict))
    fuzz("request-parser", ["HTTPWire", "HTTPMessages"])
    fuzz("response-parser", ["HTTPWire", "HTTPMessages"])
    fuzz("chunked-decoder", ["HTTPWire", "HTTPMessages"])
    fuzz("field-values", ["HTTPMessages"])
    fuzz("inflater", ["Compression"])
    fuzz("scenario-file", ["Scenarios", "HTTPMessages", "YAML"])
    fuzz("adapter-line", ["AdapterProtocol"])
    fuzz("resume-data", ["SessionKit", "HTTPMessages", "Digests"])
}
