import CommandLineOptions

/// What the command line may say.
enum ServerCommand {
    static let command = Command(
        "fixture-server", "Serves fixtures, and plays scenarios to whoever connects",
        discussion: """
            Without --scenario every fixture lies plain at its path and every scenario is
            played below /s/ID/ of the same port; / lists them, for browsers and for curl.
            Scenarios that need ports of their own are refused there, with the reason.
            How a fixture is answered can be said in its URL, with the keys of a scenario
            file: /images/aurora.jpg?framing=chunked&pace=1386B@50ms&cut=60%25:rst

            With --scenario each scenario has the ports that it needs.

            When it listens, one line of JSON on the standard output says where: url,
            urls (by origin), port, pid and seed, and of --scenario its id and all urls.
            The log, one line for each exchange, goes to the standard error. SIGINT,
            SIGTERM and SIGHUP end it in order.

            Nobody opens gates for a server that is only served: each opens as it is
            reached, unless --hold is given, and the gate 'forever' never does. Cuts are
            made as the scenario says.

            Try: fixture-server, then curl the url it prints
            """,
        options: [ServerOptions.scenario, ServerOptions.root, ServerOptions.hold] + ServerOptions.listening,
        subcommands: [
            ServeFilesCommand.command, RunCommand.command, TraceCommand.command,
            ListCommand.command, ShowCommand.command, ExplainCommand.command,
            Command(
                "check", "Reads scenario files and says everything that is wrong with them",
                options: [ServerOptions.root], operands: .many("FILE", atLeast: 1)),
        ])
}
