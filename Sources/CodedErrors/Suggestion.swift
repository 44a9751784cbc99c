/// Suggests the known word that was most likely meant.
package enum Suggestion {
  /// The word of `known` nearest to `word`, nil when none is near.
  ///
  /// Words are near when they differ only in case and punctuation, one is a prefix of the other (`maximum`, `max`), or
  /// at most a third of the letters are changed, deleted, inserted or swapped. The first of equally near words wins.
  package static func nearest(to word: String, among known: [String]) -> String? {
    let typed = normalized(word)
    guard !typed.isEmpty, typed.count <= 64 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in known {
      let distance = distance(typed, normalized(candidate))
      if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    guard let best, best.distance <= mostEdits(of: typed.count) else { return nil }
    return best.word
  }

  /// The maximum number of edits between a word of `letters` letters and one that is near.
  package static func mostEdits(of letters: Int) -> Int { max(1, letters / 3) }

  /// "Did you mean X?" for the nearest known word; nil when none is near.
  package static func question(for word: String, among known: [String]) -> String? {
    nearest(to: word, among: known).map { "Did you mean \($0)?" }
  }

  private static func normalized(_ word: String) -> [Character] {
    word.lowercased().filter { $0.isLetter || $0.isNumber }.map { $0 }
  }

  private static func distance(_ typed: [Character], _ known: [Character]) -> Int {
    if typed == known { return 0 }
    let isBeginning = min(typed.count, known.count) >= 3 && (typed.starts(with: known) || known.starts(with: typed))
    return isBeginning ? 1 : editDistance(typed, known)
  }

  /// The fewest insertions, deletions, substitutions and swaps of adjacent letters that turn one word into the other.
  ///
  /// Source: the optimal string alignment distance, Boytsov 2011, doi:10.1145/1963190.1963191.
  /// - Parameters:
  ///   - countingSwaps: whether a swap is one step; otherwise it is two (the Levenshtein distance).
  ///   - limit: a larger distance may be returned as any number above the limit, which takes less time.
  /// - Complexity: O(n m).
  package static func editDistance<Element: Equatable>(
    _ left: [Element], _ right: [Element], countingSwaps: Bool = true, limit: Int = .max
  ) -> Int {
    guard abs(left.count - right.count) <= limit else { return abs(left.count - right.count) }
    var beforePrevious = [Int]()
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let substitution = previous[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(substitution, previous[column + 1] + 1, current[column] + 1)
        let isSwap = row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
        if isSwap, countingSwaps { cost = min(cost, beforePrevious[column - 1] + 1) }
        current.append(cost)
      }
      // Every later distance goes through this row or, with a swap, the one before it.
      if let least = current.min(), let before = previous.min(), least > limit, before > limit { return least }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
