/// The newest so many elements, in order.
struct Ring<Element> {
    private var storage: [Element] = []
    private let capacity: Int
    private var oldest = 0
    /// How many elements made room for newer ones.
    private(set) var dropped = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    mutating func append(_ element: Element) {
        guard storage.count == capacity else {
            storage.append(element)
            return
        }
        storage[oldest] = element
        oldest = oldest + 1 == capacity ? 0 : oldest + 1
        dropped += 1
    }

    /// The element that was appended as this one, counted from 0, unless it made room.
    func element(_ number: Int) -> Element? {
        guard number >= dropped, number < dropped + storage.count else { return nil }
        return storage[number % capacity]
    }

    /// The elements kept, oldest first.
    var elements: [Element] { Array(storage[oldest...] + storage[..<oldest]) }
}
