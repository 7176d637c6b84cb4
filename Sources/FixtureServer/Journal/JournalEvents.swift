/// The events of an instance from its start, as they happen; every reader has its own place.
///
/// Ends behind ``JournalEvent/Kind/finished``, or when the reading task is cancelled.
public struct JournalEvents: AsyncSequence, Sendable {
    /// What the sequence is made of.
    public typealias Element = JournalEvent
    /// Reading never fails.
    public typealias Failure = Never

    let history: EventHistory

    /// Begins at the first event that is still kept.
    public func makeAsyncIterator() -> Iterator {
        Iterator(history: history)
    }

    /// A reader's place.
    public struct Iterator: AsyncIteratorProtocol {
        let history: EventHistory
        var place = 0

        /// The next event, awaited if need be; nil when none will come.
        public mutating func next() async -> JournalEvent? {
            while true {
                if let event = history.event(place) {
                    place = event.number + 1
                    return event
                }
                guard history.mayHave(place), !Task.isCancelled else { return nil }
                await history.await(place)
            }
        }
    }
}
