// Whoever tests with a server needs the server's own names too; this saves every test file an import.
@_exported public import FixtureServer

extension FixtureServer {
    /// The instance of the test that is running, or of the closure of ``withFixtureServer(_:seed:speed:gates:_:)``.
    ///
    /// Where there are several, around a suite and around a test in it, it is the innermost. Tasks that are started with
    /// `Task.detached` have none, since they inherit nothing.
    ///
    /// - Throws: ``FixtureServerTestingError`` where there is none, with what to do about it.
    public static var current: Instance {
        get throws {
            guard let running else {
                throw FixtureServerTestingError(
                    .noServer,
                    "No fixture server here: give the test the trait .fixtureServer(\"SCENARIO\"), "
                        + "and read FixtureServer.current in the test's own task, not in a detached one")
            }
            return running
        }
    }

    @TaskLocal static var running: Instance?
}
