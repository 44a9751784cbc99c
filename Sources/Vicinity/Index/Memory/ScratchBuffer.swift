/// A list in memory that is allocated once and used again, without what an array checks at every access.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private var room = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

  deinit { room.deallocate() }

  /// - Parameter index: below the count.
  @inline(__always)
  subscript(index: Int) -> Element { room[index] }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == room.count { grow() }
    room[count] = element
    count += 1
  }

  /// Removes and returns the last element of a list that is not empty.
  @inline(__always)
  mutating func removeLast() -> Element {
    count -= 1
    return room[count]
  }

  mutating func removeAll() { count = 0 }

  /// The elements, until the list is changed.
  @inline(__always)
  var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: room.baseAddress, count: count)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(64, 2 * count))
    _ = larger.moveInitialize(fromContentsOf: elements)
    room.deallocate()
    room = larger
  }
}
