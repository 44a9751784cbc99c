/// Subtrees of the R-tree still to be visited, the one with the smallest bound first.
struct SubtreeQueue {
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
  private var heap: ContiguousArray<Subtree> = []

  /// The element with the smallest bound.
  @inline(__always) var first: Subtree? { heap.first }

  mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

  /// - Complexity: O(log n).
  @inline(__always)
  mutating func insert(_ subtree: Subtree) {
    heap.append(subtree)
    heap.withUnsafeMutableBufferPointer { heap in
      var index = heap.count - 1
      while index > 0 {
        let parent = (index - 1) / 2
        guard subtree.bound < heap[parent].bound else { break }
        heap[index] = heap[parent]
        index = parent
      }
      heap[index] = subtree
    }
  }

  /// Appends without restoring the order; call `restoreOrder` afterwards. Cheaper for many at once.
  @inline(__always)
  mutating func append(_ subtree: Subtree) { heap.append(subtree) }

  /// - Complexity: O(n).
  mutating func restoreOrder() {
    heap.withUnsafeMutableBufferPointer { heap in
      var parent = heap.count / 2
      while parent > 0 {
        parent -= 1
        Self.sink(heap[parent], from: parent, in: heap)
      }
    }
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
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last }
    heap.withUnsafeMutableBufferPointer { Self.sink(last, from: 0, in: $0) }
    return first
  }
}
