/// Subtrees of the R-tree still to be visited, the one with the smallest bound first.
struct SubtreeQueue: ~Copyable {
  struct Subtree {
    /// A lower bound of everything in it.
    var bound: Float
    var node: UInt32
    /// 0 for a leaf.
    var level: Int32
  }

  /// The level of an element that represents further children of an opened branch, whose number replaces the node
  /// number.
  static let others: Int32 = -1

  // A binary heap: no element is greater than its children.
  private var heap = ScratchBuffer<Subtree>()

  /// The element with the smallest bound.
  @inline(__always) var first: Subtree? { heap.count == 0 ? nil : heap[0] }

  mutating func removeAll() { heap.removeAll() }

  /// - Complexity: O(log n).
  @inline(__always)
  mutating func insert(_ subtree: Subtree) {
    heap.append(subtree)
    let elements = heap.elements
    var index = elements.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard subtree.bound < elements[parent].bound else { break }
      elements[index] = elements[parent]
      index = parent
    }
    elements[index] = subtree
  }

  /// Appends without restoring the order; call `restoreOrder` afterwards. Cheaper for many at once.
  @inline(__always)
  mutating func append(_ subtree: Subtree) { heap.append(subtree) }

  /// - Complexity: O(n).
  mutating func restoreOrder() {
    let elements = heap.elements
    for parent in (0..<elements.count / 2).reversed() { Self.sink(elements[parent], from: parent, in: elements) }
  }

  /// Moves an element down from a free position until none of its children is smaller.
  @inline(__always)
  private static func sink(_ element: Subtree, from start: Int, in heap: UnsafeMutableBufferPointer<Subtree>) {
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      // Branch-free, because the branch would be unpredictable.
      child += child + 1 < heap.count && heap[child + 1].bound < heap[child].bound ? 1 : 0
      guard heap[child].bound < element.bound else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = element
  }

  /// - Complexity: O(log n).
  @inline(__always)
  mutating func popFirst() -> Subtree? {
    guard let first else { return nil }
    let last = heap.removeLast()
    if heap.count > 0 { Self.sink(last, from: 0, in: heap.elements) }
    return first
  }
}
