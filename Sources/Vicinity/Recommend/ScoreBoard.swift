/// Adds scores of many listings up, and picks the best.
///
/// Memory for all listings is kept from one member to the next; only what was touched is cleared. For one thread.
package struct ScoreBoard {
  /// A listing with its score.
  package struct Scored: Hashable, Sendable {
    package var listing: Int32
    var score: Float

    /// Whether it comes before another: by score, equal ones by number.
    static func precedes(_ left: Scored, _ right: Scored) -> Bool {
      left.score != right.score ? left.score > right.score : left.listing < right.listing
    }
  }

  private enum Mark { static let untouched: UInt8 = 0, scored: UInt8 = 1, excluded: UInt8 = 2 }

  private var scores: [Float]
  private var marks: [UInt8]
  private(set) var touched: [Int32] = []
  private var excluded: [Int32] = []

  /// How many listings there is room for.
  var listings: Int { scores.count }

  init(listings: Int) {
    scores = [Float](repeating: 0, count: listings)
    marks = [UInt8](repeating: Mark.untouched, count: listings)
  }

  /// Keeps a listing out of the ranking, whatever its score; to be called before any score is added.
  mutating func exclude(_ listing: Int) {
    guard listing < scores.count, marks[listing] == Mark.untouched else { return }
    marks[listing] = Mark.excluded
    excluded.append(Int32(listing))
  }

  /// The score of a listing so far.
  func score(of listing: Int) -> Float { scores[listing] }

  @inline(__always)
  mutating func add(_ amount: Float, to listing: Int) {
    guard listing < scores.count else { return }
    if marks[listing] == Mark.scored {
      scores[listing] += amount
    } else if marks[listing] == Mark.untouched {
      marks[listing] = Mark.scored
      scores[listing] = amount
      touched.append(Int32(listing))
    }
  }

  /// Multiplies a score that is above 0; others stay.
  mutating func multiply(_ listing: Int, by factor: Float) {
    guard listing < scores.count, marks[listing] == Mark.scored, scores[listing] > 0 else { return }
    scores[listing] *= factor
  }

  /// The best by score, the best first.
  /// - Complexity: O(touched + limit log limit) on average.
  func best(_ limit: Int) -> [Scored] {
    guard limit > 0 else { return [] }
    var kept: [Scored] = []
    kept.reserveCapacity(2 * limit + 1)
    var worst: Scored?
    for listing in touched {
      let scored = Scored(listing: listing, score: scores[Int(listing)])
      if let worst, !Scored.precedes(scored, worst) { continue }
      kept.append(scored)
      guard kept.count >= 2 * limit else { continue }
      kept.sort(by: Scored.precedes)
      kept.removeSubrange(limit...)
      worst = kept.last
    }
    return Array(kept.sorted(by: Scored.precedes).prefix(limit))
  }

  /// Forgets everything, for the next member.
  mutating func clear() {
    for listing in touched { marks[Int(listing)] = Mark.untouched }
    for listing in excluded { marks[Int(listing)] = Mark.untouched }
    touched.removeAll(keepingCapacity: true)
    excluded.removeAll(keepingCapacity: true)
  }
}
