import CommandLineOptions

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The version that `--version` shows.
let version = "0.1.0"

let arguments = ConformCommand.command.parseOrExit(version: version)
switch arguments.command.last {
case "run": exit(await RunCommand(arguments).run())
case "list": exit(ListCommand(arguments).run())
case "adapter": exit(AdapterCommand(arguments).run())
default: exit(await SelftestCommand(arguments).run())
}
