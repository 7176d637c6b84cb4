/// A C object registered with the loop, in the core's table for as long as it is.
protocol LoopSource: AnyObject {
    /// The loop ends: tells the owner, who resumes whoever waits.
    func stop()
    /// Frees the C object; nothing is told to the owner after this.
    func release()
}
