import Testing

@Suite struct ShownOutputTests {
    @Test func `an ellipsis stands for anything within a line`() {
        #expect(ShownOutput.lineMatches("30 scenarios, seed 1, 4 at a time", "… scenarios, …"))
        #expect(ShownOutput.lineMatches("ready", "ready"))
        #expect(!ShownOutput.lineMatches("ready.", "ready"))
        #expect(!ShownOutput.lineMatches("no scenario", "… scenarios…"))
        #expect(!ShownOutput.lineMatches("a b", "a…c"))
        #expect(!ShownOutput.lineMatches("ab", "ab…b"))
    }

    @Test func `an ellipsis alone stands for any number of lines`() {
        #expect(ShownOutput.matches(["a", "b", "c"], ["a", "…", "c"]))
        #expect(ShownOutput.matches(["a", "c"], ["a", "…", "c"]))
        #expect(ShownOutput.matches(["a", "b"], ["…"]))
        #expect(!ShownOutput.matches(["a", "b"], ["a"]))
        #expect(!ShownOutput.matches(["a"], ["a", "b"]))
        #expect(!ShownOutput.matches(["a", "b", "d"], ["a", "…", "c"]))
    }

    @Test func `commands, their continuation and their output are told apart`() {
        let block = ConsoleBlock(["$ cat <<END", "> text", "> END", "text", "$ serve &", "{…}"])
        #expect(block.steps.map(\.command) == ["cat <<END\ntext\nEND", "serve &"])
        #expect(block.steps.map(\.output) == [["text"], ["{…}"]])
        #expect(block.steps.map(\.isInBackground) == [false, true])
    }
}
