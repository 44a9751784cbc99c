/// The matches with the smallest keys seen so far.
///
/// A key may be a lower bound of the true value that is known up to a factor, the slack. Then no match is given up that may still be
/// among the best, and the caller looks at the survivors exactly. With the true values as keys, ties survive in the same way.
///
/// Matches are collected as they come. When there are some more than wanted, or the caller asks for it, the best are selected, which
/// lowers the threshold, and what has fallen behind is thrown out: a few operations per match, whatever the limit.
struct TopMatches {
  struct Match {
    var key: Double
    var entry: Entry
  }

  private var limit = 0
  private var slack = 1.0
  private var matches: ContiguousArray<Match> = []
  /// How many there were when the best were selected last.
  private var settledCount = 0
  /// With how many the best are selected next.
  private var dueCount = 0

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
    matches.removeAll(keepingCapacity: true)
    (settledCount, dueCount) = (0, Self.due(after: limit))
    threshold = .infinity
  }

  var isFull: Bool { matches.count >= limit }

  /// Takes a match in; false when there are enough that are better.
  ///
  /// - Complexity: O(1) amortized.
  @inline(__always)
  @discardableResult
  mutating func offer(_ entry: Entry, key: Double) -> Bool {
    guard key <= threshold else { return false }
    matches.append(Match(key: key, entry: entry))
    if matches.count >= dueCount { select() }
    return true
  }

  /// Lowers the threshold as far as the matches so far allow, where enough have come since it was lowered last.
  @inline(__always)
  mutating func settle() {
    if matches.count >= limit, 16 * (matches.count - settledCount) > matches.count { select() }
  }

  /// Hands over what may be among the best, in no order.
  func forEachSurvivor(_ body: (Match) throws -> Void) rethrows {
    for match in matches where match.key <= threshold { try body(match) }
  }

  @inline(never)
  private mutating func select() {
    let worst = matches.withUnsafeMutableBufferPointer { Self.select(limit, of: $0) }
    // The margin is for bounds next to zero, which are blurred by a micrometer.
    threshold = slack > 1 ? worst * slack + 1e-9 : worst
    discard()
    settledCount = matches.count
    dueCount = Self.due(after: matches.count)
  }

  private static func due(after count: Int) -> Int { count < .max / 2 ? count + max(32, count / 4) : .max }

  /// Throws out what has fallen behind for good.
  private mutating func discard() {
    var kept = limit
    for index in limit..<matches.count where matches[index].key <= threshold {
      matches[kept] = matches[index]
      kept += 1
    }
    matches.removeLast(matches.count - kept)
  }

  /// Brings the `count` smallest to the front, in no order, and tells the largest key among them.
  ///
  /// Source: Hoare, "Algorithm 65: find", 1961, doi:10.1145/366622.366647.
  /// - Complexity: O(n) on average.
  private static func select(_ count: Int, of matches: UnsafeMutableBufferPointer<Match>) -> Double {
    let wanted = count - 1
    var (low, high) = (0, matches.count - 1)
    while low < high {
      let pivot = medianKey(matches[low].key, matches[(low + high) / 2].key, matches[high].key)
      var (left, right) = (low, high)
      while left <= right {
        while matches[left].key < pivot { left += 1 }
        while matches[right].key > pivot { right -= 1 }
        if left <= right {
          matches.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if wanted <= right { high = right } else if wanted >= left { low = left } else { break }
    }
    return matches[wanted].key
  }

  private static func medianKey(_ a: Double, _ b: Double, _ c: Double) -> Double {
    max(min(a, b), min(max(a, b), c))
  }
}
