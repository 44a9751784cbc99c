import Foundation

/// What is known of listings for a member, one number per row of the catalog, kept from one search of a worker to the next.
///
/// Only what was touched is cleared. For one thread.
final class TasteColumns {
  /// What the model says; 0 where nothing speaks for a listing.
  private(set) var scores: [Float] = []
  private var touched: [Int32] = []
  /// By how many of the members a listing is known; `rejected` where one of them does not like it.
  private var marks: [UInt8] = []
  private var marked: [Int32] = []
  /// Numbers of the few rows that are told, from 1; 0 for the others.
  private var slots: [UInt16] = []
  /// Members who like each listing, as of the last build.
  private var admirers: [Float] = []
  private var admirersStamp = -1

  private static let rejected = UInt8.max

  /// Makes room for rows below `bound`.
  func reserve(_ bound: Int) {
    guard scores.count < bound else { return }
    scores += repeatElement(0, count: bound - scores.count)
    marks += repeatElement(0, count: bound - marks.count)
  }

  // MARK: Scores

  @inline(__always)
  func add(_ amount: Float, to row: Int) {
    guard row < scores.count else { return }
    if scores[row] == 0 { touched.append(Int32(truncatingIfNeeded: row)) }
    scores[row] += amount
  }

  /// Multiplies a score that is above 0.
  func multiply(_ row: Int, by factor: Float) {
    if row < scores.count, scores[row] > 0 { scores[row] *= factor }
  }

  /// The greatest score of what is in none of some rows; 0 without any above.
  func greatestScore(except rows: Set<Int>) -> Float {
    touched.reduce(0) { greatest, row in
      let score = scores[Int(row)]
      return score > greatest && !rows.contains(Int(row)) ? score : greatest
    }
  }

  func clearScores() {
    for row in touched { scores[Int(row)] = 0 }
    touched.removeAll(keepingCapacity: true)
  }

  // MARK: What is known

  func know(_ row: Int) {
    guard row < marks.count else { return }
    if marks[row] == 0 { marked.append(Int32(truncatingIfNeeded: row)) }
    if marks[row] < Self.rejected - 1 { marks[row] += 1 }
  }

  func reject(_ row: Int) {
    guard row < marks.count else { return }
    if marks[row] == 0 { marked.append(Int32(truncatingIfNeeded: row)) }
    marks[row] = Self.rejected
  }

  /// Whether a listing is left out: somebody does not like it, or all `members` know it.
  @inline(__always)
  func isSkipped(_ row: Int, members: Int, showsKnown: Bool) -> Bool {
    let mark = row < marks.count ? marks[row] : 0
    return mark == Self.rejected || (!showsKnown && Int(mark) >= members)
  }

  func clearMarks() {
    for row in marked { marks[Int(row)] = 0 }
    marked.removeAll(keepingCapacity: true)
  }

  // MARK: Slots

  /// Calls `body` with a function that tells the number that a row has among `rows`; nil for others.
  func withSlots<Result>(of rows: [Int], _ body: ((Int) -> Int?) throws -> Result) rethrows -> Result {
    if slots.count < scores.count { slots = [UInt16](repeating: 0, count: scores.count) }
    let rows = rows.prefix(Int(UInt16.max) - 1)
    for (number, row) in rows.enumerated() where row < slots.count { slots[row] = UInt16(number + 1) }
    defer { for row in rows where row < slots.count { slots[row] = 0 } }
    return try body { row in
      let slot = row < slots.count ? slots[row] : 0
      return slot == 0 ? nil : Int(slot) - 1
    }
  }

  // MARK: Popularity

  /// Reads how many like each listing, unless that is known of this build.
  func loadAdmirers(from statements: some StatementSource) throws {
    let stamp = try RecommendationStamp.current(in: statements)
    guard stamp != admirersStamp else { return }
    var read = [Float](repeating: 0, count: scores.count)
    _ = try statements.rows("SELECT fid, admirers FROM affinity WHERE admirers > 0") { row in
      if row.int(0) < read.count { read[row.int(0)] = Float(row.int(1)) }
    }
    (admirers, admirersStamp) = (read, stamp)
  }

  @inline(__always)
  func admirers(ofRow row: Int) -> Float { row < admirers.count ? admirers[row] : 0 }
}

/// Tells builds of the model apart, so that what was read of one is not taken for another's.
enum RecommendationStamp {
  static func current(in statements: some StatementSource) throws -> Int {
    try statements.count("SELECT value FROM catalog_statistic WHERE name = 'recommendation_build'")
  }

  /// To be called in every transaction that changes affinities.
  static func advance(in statements: some StatementSource) throws {
    try statements.run(
      """
      INSERT INTO catalog_statistic (name, value) VALUES ('recommendation_build', 1.0)
      ON CONFLICT (name) DO UPDATE SET value = value + 1
      """)
  }
}
