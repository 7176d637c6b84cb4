import CommandLineOptions
import Testing

/// A small program with everything a command line can have.
private enum Program {
    static let port = Option("port", short: "p", placeholder: "PORT", "listen there", in: 0...65535)
    static let scenario = Option("scenario", placeholder: "ID", "play it", repeats: true)
    static let report = Option("report", placeholder: "DIR", "write there")
    static let json = Flag("json", short: "j", "speak JSON")
    static let run = Command(
        "run", "run a command", options: [scenario],
        operands: Command.Operands("COMMAND", 1...Int.max, endsOptions: true))
    static let show = Command("show", "show one", options: [json], operands: .one("ID"))
    static let root = Command(
        "prog", "Does things", options: [port, scenario, report, json], subcommands: [run, show])

    static func parse(_ words: [String]) throws(UsageError) -> ParsedArguments? {
        guard case .run(let parsed) = try root.parse(["prog"] + words, version: "1.2") else { return nil }
        return parsed
    }

    static func message(_ words: [String]) -> String? {
        do {
            _ = try parse(words)
            return nil
        } catch {
            return error.message
        }
    }
}

@Suite struct CommandTests {
    @Test(arguments: [
        ["--port=8080"], ["--port", "8080"], ["-p8080"], ["-p", "8080"], ["-jp8080"], ["--po", "8080"],
        ["--port=1", "--port=8080"],
    ])
    func `a value is read in every spelling`(words: [String]) throws {
        #expect(try Program.parse(words)?[Program.port] == 8080)
    }

    @Test func `repeated options keep their order`() throws {
        let parsed = try #require(try Program.parse(["--scenario=b", "--json", "--scenario", "a"]))
        #expect(parsed.values(of: Program.scenario) == ["b", "a"])
        #expect(parsed[Program.json])
        #expect(parsed[Program.report] == nil)
    }

    @Test func `a subcommand has its own options, on both sides of the operand`() throws {
        let parsed = try #require(try Program.parse(["show", "a", "--json"]))
        #expect(parsed.command == ["prog", "show"])
        #expect(parsed.operands == ["a"])
        #expect(parsed[Program.json])
    }

    @Test(arguments: [["--"], []])
    func `a command that is run keeps its own options`(delimiter: [String]) throws {
        let words = ["run", "--scenario=x"] + delimiter + ["swift", "test", "--filter", "y"]
        let parsed = try #require(try Program.parse(words))
        #expect(parsed.operands == ["swift", "test", "--filter", "y"])
        #expect(parsed.values(of: Program.scenario) == ["x"])
    }

    @Test func `behind two hyphens everything is an operand`() throws {
        #expect(try Program.parse(["show", "--", "--json"])?.operands == ["--json"])
    }

    @Test(arguments: [
        (["--scenrio=x"], "unknown option '--scenrio'; did you mean '--scenario'?"),
        (["--zzzzzz"], "unknown option '--zzzzzz'"),
        (["-x"], "unknown option '-x'"),
        (["-jx"], "unknown option '-x'"),
        (["-jé"], "unknown option '-jé'"),
        (["--port"], "option '--port' lacks its value, PORT"),
        (["-p"], "option '--port' lacks its value, PORT"),
        (["--json=yes"], "option '--json' takes no value"),
        (["--port=many"], "invalid value 'many' for '--port': expected a whole number from 0 to 65535"),
        (["--port=65536"], "invalid value '65536' for '--port': expected a whole number from 0 to 65535"),
        (["--report="], "invalid value '' for '--report': expected some text"),
        (["--"], nil),
        (["shwo"], "unknown command 'shwo'; did you mean 'show'?"),
        (["--json", "show", "a"], "option '--json' belongs behind the command 'show'"),
        (["show"], "operand missing: ID"),
        (["show", "a", "b"], "unexpected operand 'b'"),
        (["run"], "operand missing: COMMAND"),
    ])
    func `a mistake is named`(words: [String], message: String?) {
        #expect(Program.message(words) == message)
    }

    @Test func `an abbreviation that may mean two options is refused`() {
        let command = Command("prog", "Does", options: [Flag("report", "a"), Flag("repeat", "b")])
        let error = #expect(throws: UsageError.self) { try command.parse(["prog", "--rep"], version: "1") }
        #expect(error?.message == "option '--rep' may mean '--report', '--repeat'")
    }

    @Test func `a program that only has commands asks for one`() {
        let command = Command("prog", "Does", subcommands: [Program.run, Program.show], runsAlone: false)
        let error = #expect(throws: UsageError.self) { try command.parse(["prog"], version: "1") }
        #expect(error?.message == "a command is missing, one of: run, show")
        #expect(
            error?.description == """
                prog: a command is missing, one of: run, show
                Try 'prog --help' for more information.
                """)
    }

    @Test func `help is made from the declarations`() throws {
        guard case .help(let text) = try Program.root.parse(["prog", "-h"], version: "1.2") else {
            Issue.record("no help")
            return
        }
        #expect(
            text == """
                Usage: prog [OPTION]…
                       prog COMMAND [OPTION]…

                Does things.

                Commands:
                  run   run a command
                  show  show one

                Options:
                  -p, --port=PORT     listen there
                      --scenario=ID…  play it
                      --report=DIR    write there
                  -j, --json          speak JSON
                  -h, --help          show this help and exit
                      --version       show the version and exit
                """)
    }

    @Test func `a long summary is wrapped at 80 columns`() throws {
        let summary = String(repeating: "word ", count: 40)
        let command = Command("prog", "Does", options: [Flag("a-flag-with-a-rather-long-name", summary)])
        let lines = command.help(path: ["prog"]).split(separator: "\n")
        #expect(lines.count > 6)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test func `the version names the program, also below a subcommand`() throws {
        guard case .version(let text) = try Program.root.parse(["prog", "show", "--version"], version: "1.2") else {
            Issue.record("no version")
            return
        }
        #expect(text == "prog 1.2")
    }

    @Test func `a mistake ends the process with 2 and two lines on the standard error`() async throws {
        let result = try await #require(processExitsWith: .exitCode(2), observing: [\.standardErrorContent]) {
            _ = Program.root.parseOrExit(["prog", "--jsom"], version: "1.2")
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self) == """
                prog: unknown option '--jsom'; did you mean '--json'?
                Try 'prog --help' for more information.

                """)
    }

    @Test func `help ends the process well`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            _ = Program.root.parseOrExit(["prog", "--help"], version: "1.2")
        }
    }

    @Test func `command lines can be read at the same time`() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask { (try? Program.parse(["--port=\(number)", "-j"]))??[Program.port] == number }
            }
            for await right in group { #expect(right) }
        }
    }
}
