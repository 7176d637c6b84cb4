import Testing

@testable import ChildProcesses
