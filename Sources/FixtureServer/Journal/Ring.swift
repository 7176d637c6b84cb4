/// The newest elements, in order: so many, and of so many bytes, at most.
///
/// How many bytes an element counts for is said when it is appended, and may grow. The newest one always stays.
struct Ring<Element> {
    private struct Slot {
        let element: Element
        var bytes: Int
    }

    /// The slot of element n is the one of n modulo the capacity.
    private var slots: [Slot?] = []
    private let capacity: Int
    private let limit: Int
    private var bytes = 0
    /// How many elements made room for newer ones.
    private(set) var dropped = 0
    /// How many elements were appended in all.
    private(set) var count = 0

    init(capacity: Int, bytes limit: Int = .max) {
        self.capacity = max(1, capacity)
        self.limit = limit
    }

    /// Drops the oldest element where one of so many bytes has no room otherwise, and returns it; nil when there is room.
    ///
    /// To be called until there is, before each append.
    mutating func makeRoom(for size: Int = 0) -> Element? {
        guard dropped < count, count - dropped == capacity || bytes + size > limit else { return nil }
        return dropOldest()
    }

    /// Appends an element, for which room was made.
    mutating func append(_ element: Element, bytes size: Int = 0) {
        if slots.count < capacity {
            slots.append(Slot(element: element, bytes: size))
        } else {
            slots[count % capacity] = Slot(element: element, bytes: size)
        }
        bytes += size
        count += 1
    }

    /// Lets an element count for more or fewer bytes, unless it made room.
    mutating func grow(_ number: Int, by size: Int) {
        guard number >= dropped, number < count else { return }
        slots[number % capacity]?.bytes += size
        bytes += size
    }

    /// Drops the oldest element where there are too many bytes, and returns it; nil when it is the only one.
    mutating func dropExcess() -> Element? {
        guard bytes > limit, count - dropped > 1 else { return nil }
        return dropOldest()
    }

    private mutating func dropOldest() -> Element? {
        let slot = slots[dropped % capacity]
        slots[dropped % capacity] = nil
        bytes -= slot?.bytes ?? 0
        dropped += 1
        return slot?.element
    }

    /// The element that was appended as this one, counted from 0, unless it made room.
    func element(_ number: Int) -> Element? {
        guard number >= dropped, number < count else { return nil }
        return slots[number % capacity]?.element
    }

    /// The element that was appended last.
    var last: Element? { element(count - 1) }

    /// The elements kept, oldest first.
    var elements: [Element] { (dropped..<count).compactMap { element($0) } }
}
