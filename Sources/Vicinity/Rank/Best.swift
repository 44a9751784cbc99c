import HeapModule

/// A match with its place in the order.
struct Ranked: Comparable {
  let key: RankKey
  let candidate: Candidate
  let distance: Double

  static func < (left: Ranked, right: Ranked) -> Bool {
    let order = left.key.compared(to: right.key)
    if order != 0 { return order < 0 }
    return left.candidate.idBytes.lexicographicallyPrecedes(right.candidate.idBytes)
  }

  static func == (left: Ranked, right: Ranked) -> Bool { !(left < right) && !(right < left) }

  /// Whether it comes after the match at which an earlier answer ended.
  func follows(_ cursor: Cursor) -> Bool {
    let order = key.compared(to: cursor.key)
    return order != 0 ? order > 0 : Array(cursor.id.utf8).lexicographicallyPrecedes(candidate.idBytes)
  }
}

/// The best matches seen so far, at most `limit`, which is at least 1.
struct Best {
  private let limit: Int
  private var heap = Heap<Ranked>()

  init(limit: Int) { self.limit = limit }

  /// The worst of the best, once there are `limit` of them: only what precedes it still matters.
  var threshold: Ranked? { heap.count == limit ? heap.max : nil }

  /// - Complexity: O(log limit).
  mutating func offer(_ match: Ranked) {
    guard let threshold else { return heap.insert(match) }
    if match < threshold { heap.replaceMax(with: match) }
  }

  /// All of them, best first.
  func sorted() -> [Ranked] { heap.unordered.sorted() }
}
