/// The matches with the smallest keys seen so far.
///
/// A key may be a lower bound of the true value that is known up to a factor, the slack. Then no match is given up that may still be
/// among the best, and the caller looks at the survivors exactly. With the true values as keys, ties survive in the same way.
struct TopMatches {
  struct Match {
    var key: Double
    var entry: Entry
  }

  private var limit = 0
  private var slack = 1.0
  // A binary heap of at most `limit`: no element is below its children.
  private var heap: ContiguousArray<Match> = []
  /// Fell out of the heap or never came in, but within the slack of the worst of it at that time.
  private var spare: ContiguousArray<Match> = []

  /// Only matches with keys up to this one still matter; infinity as long as there are fewer than wanted.
  private(set) var threshold = Double.infinity

  /// Starts over.
  ///
  /// - Parameters:
  ///   - limit: how many are wanted, at least 1.
  ///   - slack: the true value is at most so many times the key, 1 or more. Above 1 keys must not be negative.
  mutating func begin(limit: Int, slack: Double) {
    self.limit = limit
    self.slack = slack
    heap.removeAll(keepingCapacity: true)
    spare.removeAll(keepingCapacity: true)
    threshold = .infinity
  }

  var isFull: Bool { heap.count == limit }

  /// - Complexity: O(log limit).
  @inline(__always)
  mutating func offer(_ entry: Entry, key: Double) {
    guard key <= threshold else { return }
    let match = Match(key: key, entry: entry)
    if heap.count < limit {
      insert(match)
    } else if key < heap[0].key {
      spare.append(heap[0])
      replaceWorst(with: match)
    } else {
      spare.append(match)
    }
    if heap.count == limit { lowerThreshold() }
  }

  /// Hands over what may be among the best, in no order.
  func forEachSurvivor(_ body: (Match) throws -> Void) rethrows {
    for match in heap { try body(match) }
    for match in spare where match.key <= threshold { try body(match) }
  }

  @inline(__always)
  private mutating func lowerThreshold() {
    let worst = heap[0].key
    // The margin is for bounds next to zero, which are blurred by a micrometer.
    threshold = slack > 1 ? worst * slack + 1e-9 : worst
    // Matches that have fallen behind for good are thrown out from time to time.
    if spare.count > 4 * limit + 4096, spare.count > prunedCount * 2 { prune() }
  }

  private var prunedCount = 0

  private mutating func prune() {
    spare.removeAll { $0.key > threshold }
    prunedCount = spare.count
  }

  private mutating func insert(_ match: Match) {
    heap.append(match)
    heap.withUnsafeMutableBufferPointer { heap in
      var index = heap.count - 1
      while index > 0 {
        let parent = (index - 1) / 2
        guard match.key > heap[parent].key else { break }
        heap[index] = heap[parent]
        index = parent
      }
      heap[index] = match
    }
  }

  private mutating func replaceWorst(with match: Match) {
    heap.withUnsafeMutableBufferPointer { heap in
      var index = 0
      while true {
        var child = 2 * index + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, heap[child + 1].key > heap[child].key { child += 1 }
        guard heap[child].key > match.key else { break }
        heap[index] = heap[child]
        index = child
      }
      heap[index] = match
    }
  }
}
