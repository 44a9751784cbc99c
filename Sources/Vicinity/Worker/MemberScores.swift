import Foundation

/// What is known of listings for a member, one number per row of the catalog, kept from one search of a worker to the next.
///
/// Only what was touched is cleared. For one thread. Rows at or beyond the bound are nobody's: nothing is known of them, and what is
/// written there is dropped.
final class MemberScores {
  /// The rows that there is room for are below this one.
  private(set) var bound = 0
  /// What the model says; 0 where nothing speaks for a listing.
  private(set) var scores = nowhere.assumingMemoryBound(to: Float.self)
  /// The rows whose scores are not 0, each once.
  private var touched = nowhere.assumingMemoryBound(to: Int32.self)
  private var touchedCount = 0
  /// By how many of the members a listing is known; `rejected` where one of them does not like it.
  private var marks = nowhere.assumingMemoryBound(to: UInt8.self)
  private var marked: [Int32] = []
  /// Numbers of the few rows that are told, from 1; 0 for the others.
  private var slots = nowhere.assumingMemoryBound(to: UInt16.self)
  /// Members who like each listing, as of the last build.
  private(set) var admirers = nowhere.assumingMemoryBound(to: Float.self)
  private var admirersStamp = -1
  /// Where the columns lie, one after another; nil before there are any rows.
  private var memory: UnsafeMutableRawPointer?

  /// Where columns without rows lie; nothing is read or written there.
  private nonisolated(unsafe) static let nowhere = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
  private static let rejected = UInt8.max
  private static let bytesPerRow = 15

  deinit { free(memory) }

  /// Makes room for rows below `bound`; where there was too little, everything is forgotten.
  /// - Throws: `CatalogError.numberTooLarge` when there is no memory for so many.
  func reserve(_ bound: Int) throws {
    guard self.bound < bound else { return }
    // Zeros, of which the system makes memory when they are touched: numbers have gaps.
    guard let columns = calloc(bound, Self.bytesPerRow) else {
      throw CatalogError.numberTooLarge(name: "row", number: bound - 1)
    }
    free(memory)
    memory = columns
    scores = columns.bindMemory(to: Float.self, capacity: bound)
    touched = (columns + 4 * bound).bindMemory(to: Int32.self, capacity: bound)
    admirers = (columns + 8 * bound).bindMemory(to: Float.self, capacity: bound)
    slots = (columns + 12 * bound).bindMemory(to: UInt16.self, capacity: bound)
    marks = (columns + 14 * bound).bindMemory(to: UInt8.self, capacity: bound)
    (self.bound, touchedCount, marked, admirersStamp) = (bound, 0, [], -1)
  }

  // MARK: Scores

  /// Adds what a liking of so much weight says of other listings.
  ///
  /// - Parameter targets: as `AffinityBlob` describes them.
  func add(_ targets: UnsafeRawBufferPointer, weight: Float) {
    let (scores, touched, bound) = (scores, touched, bound)
    var count = touchedCount
    AffinityBlob.forEach(in: targets) { row, affinity in
      guard row < bound else { return }
      let before = scores[row]
      let sum = before + weight * affinity
      // What cancels out stays touched, so that no row is touched twice.
      scores[row] = sum == 0 ? .leastNonzeroMagnitude : sum
      if before == 0 {
        touched[count] = Int32(truncatingIfNeeded: row)
        count += 1
      }
    }
    touchedCount = count
  }

  /// Multiplies a score that is above 0.
  func multiply(_ row: Int, by factor: Float) {
    if row < bound, scores[row] > 0 { scores[row] *= factor }
  }

  /// The score of a row.
  @inline(__always)
  func score(ofRow row: Int) -> Float { row < bound ? scores[row] : 0 }

  /// The greatest score of what is in none of some rows; 0 without any above.
  func greatestScore(except rows: Set<Int>) -> Float {
    var greatest: Float = 0
    for place in 0..<touchedCount {
      let row = Int(touched[place])
      if scores[row] > greatest, !rows.contains(row) { greatest = scores[row] }
    }
    return greatest
  }

  func clearScores() {
    for place in 0..<touchedCount { scores[Int(touched[place])] = 0 }
    touchedCount = 0
  }

  // MARK: What is known

  func know(_ row: Int) {
    guard row < bound else { return }
    if marks[row] == 0 { marked.append(Int32(truncatingIfNeeded: row)) }
    if marks[row] < Self.rejected - 1 { marks[row] += 1 }
  }

  func reject(_ row: Int) {
    guard row < bound else { return }
    if marks[row] == 0 { marked.append(Int32(truncatingIfNeeded: row)) }
    marks[row] = Self.rejected
  }

  /// Whether a listing is left out: somebody does not like it, or all `members` know it.
  @inline(__always)
  func isSkipped(_ row: Int, members: Int, showsKnown: Bool) -> Bool {
    let mark = row < bound ? marks[row] : 0
    return mark == Self.rejected || (!showsKnown && Int(mark) >= members)
  }

  func clearMarks() {
    for row in marked { marks[Int(row)] = 0 }
    marked.removeAll(keepingCapacity: true)
  }

  // MARK: Slots

  /// Calls `body` with the number that each row has among `rows`, from 1; 0 for others.
  func withSlots<Result>(
    of rows: [Int], _ body: (UnsafePointer<UInt16>) throws -> Result
  ) rethrows -> Result {
    let rows = rows.prefix(Int(UInt16.max) - 1)
    for (number, row) in rows.enumerated() where row < bound { slots[row] = UInt16(number + 1) }
    defer { for row in rows where row < bound { slots[row] = 0 } }
    return try body(slots)
  }

  // MARK: Popularity

  /// Reads how many like each listing, unless that is known of this build.
  func loadAdmirers(from statements: some StatementSource) throws {
    let stamp = try RecommendationStamp.current(in: statements)
    guard stamp != admirersStamp else { return }
    admirers.update(repeating: 0, count: bound)
    _ = try statements.rows("SELECT fid, admirers FROM affinity WHERE admirers > 0") { row in
      let stored = StoredRow(row, of: "affinity", row.int(0))
      let fid: Int = try stored.reference(0, in: StoredRange.recommendedRow)
      if fid < bound { admirers[fid] = Float(try stored.int(1, in: StoredRange.admirers) ?? 0) }
    }
    admirersStamp = stamp
  }

  @inline(__always)
  func admirers(ofRow row: Int) -> Float { row < bound ? admirers[row] : 0 }
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
