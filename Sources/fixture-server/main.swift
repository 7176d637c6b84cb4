import CommandLineOptions

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The version that `--version` shows.
let version = "0.1.0"

let arguments = ServerCommand.command.parseOrExit(version: version)
switch arguments.command.last {
case "serve": exit(await ServeFilesCommand(arguments).run())
case "run": exit(await RunCommand(arguments).run())
case "trace": exit(await TraceCommand(arguments).run())
case "list": exit(ListCommand(arguments).run())
case "explain": exit(ExplainCommand(arguments).run())
case "show": exit(ShowCommand(arguments).run())
case "check": exit(CheckCommand(arguments).run())
default: exit(await ServeCommand(arguments).run())
}
