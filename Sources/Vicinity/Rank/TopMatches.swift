/// The matches with the smallest keys seen so far.
///
/// A key may be a lower bound of the true value that is accurate up to a factor, the slack. Then no match is discarded
/// that may still be among the best, and the caller evaluates the survivors exactly. With exact keys, ties survive in
/// the same way, unless `Ties` says how they are decided.
///
/// Matches are collected as they come. When there are more than wanted, or the caller requests it, the best are
/// selected, which lowers the threshold, and those beyond it are discarded: a few operations per match, whatever the
/// limit.
struct TopMatches {
  struct Match {
    var key: Double
    /// The value of the second key; 0 without one.
    var second = 0.0
    var entry: Entry
  }

  /// What decides the order of matches with equal keys.
  enum Ties {
    /// Something else: they are equal.
    case undecided
    /// The second key, then something else.
    case second
    /// The second key, then the id.
    case id
  }

  private var limit = 0
  private var slack = 1.0
  private var ties = Ties.undecided
  /// The last of the wanted matches at the last selection.
  private var worst: Match?
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
  ///   - ties: what decides the order of matches with equal keys; undecided with a slack above 1.
  mutating func begin(limit: Int, slack: Double, ties: Ties = .undecided) {
    (self.limit, self.slack, self.ties, worst) = (limit, slack, ties, nil)
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
  mutating func offer(_ entry: Entry, key: Double, second: Double = 0) -> Bool {
    guard key <= threshold, key < threshold || admits(key, second, entry) else { return false }
    matches.append(Match(key: key, second: second, entry: entry))
    if matches.count >= dueCount { select() }
    return true
  }

  /// Whether a match still matters.
  ///
  /// - Parameters:
  ///   - key: a lower bound of its key.
  ///   - second: a lower bound of its second key, if its key is equal to the bound.
  ///   - entry: one whose id is not greater, if both keys are equal to their bounds; nil if unknown.
  @inline(never)
  func admits(_ key: Double, _ second: Double, _ entry: Entry?) -> Bool {
    guard key == threshold, ties != .undecided, let worst else { return key <= threshold }
    if second != worst.second { return second < worst.second }
    guard ties == .id, let entry else { return true }
    return !worst.entry.hasLesserId(than: entry)
  }

  /// Lowers the threshold as far as the matches so far allow, if enough have been added since the last time.
  @inline(__always)
  mutating func settle() {
    if matches.count >= limit, 16 * (matches.count - settledCount) > matches.count { select() }
  }

  /// Passes on every match that may be among the best, in no particular order.
  func forEachSurvivor(_ body: (Match) throws -> Void) rethrows {
    for match in matches where admits(match.key, match.second, match.entry) { try body(match) }
  }

  @inline(never)
  private mutating func select() {
    let ties = ties
    let worst = matches.withUnsafeMutableBufferPointer { Self.select(limit, of: $0, ties) }
    // The margin covers bounds near zero, which are accurate to a micrometer.
    threshold = slack > 1 ? worst.key * slack + 1e-9 : worst.key
    self.worst = worst
    discard()
    settledCount = matches.count
    dueCount = Self.due(after: matches.count)
  }

  private static func due(after count: Int) -> Int { count < .max / 2 ? count + max(32, count / 4) : .max }

  /// Discards matches beyond the threshold.
  private mutating func discard() {
    var kept = limit
    for index in limit..<matches.count {
      let match = matches[index]
      guard match.key < threshold || admits(match.key, match.second, match.entry) else { continue }
      matches[kept] = match
      kept += 1
    }
    matches.removeLast(matches.count - kept)
  }

  /// Moves the `count` smallest to the front, in no particular order, and returns the largest among them.
  ///
  /// Source: Hoare, "Algorithm 65: find", 1961, doi:10.1145/366622.366647.
  /// - Complexity: O(n) on average.
  private static func select(_ count: Int, of matches: UnsafeMutableBufferPointer<Match>, _ ties: Ties) -> Match {
    let wanted = count - 1
    var (low, high) = (0, matches.count - 1)
    while low < high {
      let pivot = median(matches[low], matches[(low + high) / 2], matches[high], ties)
      var (left, right) = (low, high)
      while left <= right {
        while matches[left].precedes(pivot, ties) { left += 1 }
        while pivot.precedes(matches[right], ties) { right -= 1 }
        if left <= right {
          matches.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if wanted <= right { high = right } else if wanted >= left { low = left } else { break }
    }
    return matches[wanted]
  }

  private static func median(_ a: Match, _ b: Match, _ c: Match, _ ties: Ties) -> Match {
    let (low, high) = b.precedes(a, ties) ? (b, a) : (a, b)
    return c.precedes(low, ties) ? low : high.precedes(c, ties) ? high : c
  }
}

extension TopMatches.Match {
  @inline(__always)
  fileprivate func precedes(_ other: Self, _ ties: TopMatches.Ties) -> Bool {
    key != other.key ? key < other.key : ties != .undecided && precedes(tied: other, ties)
  }

  private func precedes(tied other: Self, _ ties: TopMatches.Ties) -> Bool {
    second != other.second ? second < other.second : ties == .id && entry.hasLesserId(than: other.entry)
  }
}
