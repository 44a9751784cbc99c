/// Subtrees of the R-tree that wait to be visited, the one with the smallest bound first.
struct SubtreeQueue {
  struct Subtree {
    /// Nothing in it has a smaller value.
    var bound: Float
    var page: UInt32
    /// 0 for a leaf.
    var level: Int32
  }

  // A binary heap: no element is above its children.
  private var heap: ContiguousArray<Subtree> = []

  /// What comes next, then in positions 1 and 2 what may come after it.
  @inline(__always)
  subscript(position: Int) -> Subtree? { position < heap.count ? heap[position] : nil }

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

  /// - Complexity: O(log n).
  @inline(__always)
  mutating func popFirst() -> Subtree? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last }
    heap.withUnsafeMutableBufferPointer { heap in
      var index = 0
      while true {
        var child = 2 * index + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, heap[child + 1].bound < heap[child].bound { child += 1 }
        guard heap[child].bound < last.bound else { break }
        heap[index] = heap[child]
        index = child
      }
      heap[index] = last
    }
    return first
  }
}
