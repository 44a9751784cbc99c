/// The matches with the smallest keys seen so far.
///
/// A key may be a lower bound of the true value that is accurate up to a factor, the slack. Then no match is discarded
/// that may still be among the best, and the caller evaluates the survivors exactly. With exact keys, ties survive in
/// the same way.
///
/// Matches are collected as they come. When there are more than wanted, or the caller requests it, the best are
/// selected, which lowers the threshold, and those beyond it are discarded: a few operations per match, whatever the
/// limit.
struct TopMatches {
  struct Match {
    var key: Double
    var entry: Entry
  }

  private var limit = 0
  private var slack = 1.0
  private var matches: ContiguousArray<Match> = []
  /// The number of matches at the last selection.
  private var settledCount = 0
  /// The number of matches at which the next selection is due.
  private var dueCount = 0

  /// Only matches with keys up to this one still matter; infinity while there are fewer than requested.
  private(set) var threshold = Double.infinity

  /// Starts a new selection.
  ///
  /// - Parameters:
  ///   - limit: the number of matches wanted, at least 1.
  ///   - slack: an upper bound of the ratio of true value to key, 1 or more. Above 1 keys must not be negative.
  mutating func begin(limit: Int, slack: Double) {
    self.limit = limit
    self.slack = slack
    matches.removeAll(keepingCapacity: true)
    (settledCount, dueCount) = (0, Self.due(after: limit))
    threshold = .infinity
  }

  var isFull: Bool { matches.count >= limit }

  /// Adds a match; false when enough others are better.
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

  /// Lowers the threshold as far as the matches so far allow, if enough have been added since the last time.
  @inline(__always)
  mutating func settle() {
    if matches.count >= limit, 16 * (matches.count - settledCount) > matches.count { select() }
  }

  /// Passes on every match that may be among the best, in no particular order.
  func forEachSurvivor(_ body: (Match) throws -> Void) rethrows {
    for match in matches where match.key <= threshold { try body(match) }
  }

  @inline(never)
  private mutating func select() {
    let worst = matches.withUnsafeMutableBufferPointer { Self.select(limit, of: $0) }
    // The margin covers bounds near zero, which are accurate to a micrometer.
    threshold = slack > 1 ? worst * slack + 1e-9 : worst
    discard()
    settledCount = matches.count
    dueCount = Self.due(after: matches.count)
  }

  private static func due(after count: Int) -> Int { count < .max / 2 ? count + max(32, count / 4) : .max }

  /// Discards matches beyond the threshold.
  private mutating func discard() {
    var kept = limit
    for index in limit..<matches.count where matches[index].key <= threshold {
      matches[kept] = matches[index]
      kept += 1
    }
    matches.removeLast(matches.count - kept)
  }

  /// Moves the `count` smallest to the front, in no particular order, and returns the largest key among them.
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
