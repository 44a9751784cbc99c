import Foundation

/// The recommendation scores of listings for a member, one per row of the catalog; memory is reused between the
/// searches of a worker.
///
/// Only touched rows are cleared. For one thread. Rows at or beyond the bound have score 0, and writes to them are
/// ignored.
final class MemberScores {
  /// The number of rows allocated.
  private(set) var bound = 0
  /// The scores of the model; 0 for a listing without support.
  private(set) var scores = nowhere.assumingMemoryBound(to: Float.self)
  /// The rows whose scores are not 0, each once.
  private var touched = nowhere.assumingMemoryBound(to: Int32.self)
  private var touchedCount = 0
  /// The number of members who know a listing; `rejected` if one of them dislikes it.
  private var marks = nowhere.assumingMemoryBound(to: UInt8.self)
  private var marked: [Int32] = []
  /// The numbers of the few rows to be explained, from 1; 0 for the others.
  private var slots = nowhere.assumingMemoryBound(to: UInt16.self)
  /// The number of members who like each listing, as of the last build.
  private(set) var supporters = nowhere.assumingMemoryBound(to: Float.self)
  private var supportersStamp = -1
  /// The memory of the columns, one after another; nil without rows.
  private var memory: UnsafeMutableRawPointer?

  /// Placeholder of empty columns; never read or written.
  private nonisolated(unsafe) static let nowhere = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
  private static let rejected = UInt8.max
  private static let bytesPerRow = 15

  deinit { free(memory) }

  /// Allocates rows below `bound`; growing clears everything.
  /// - Throws: `CatalogError.numberTooLarge` when there is not enough memory.
  func reserve(_ bound: Int) throws {
    guard self.bound < bound else { return }
    // `calloc` allocates zero pages lazily, on first access: row numbers have gaps.
    let room = bound + 1
    guard let columns = calloc(room, Self.bytesPerRow) else {
      throw CatalogError.numberTooLarge(name: "row", number: bound - 1)
    }
    free(memory)
    memory = columns
    scores = columns.bindMemory(to: Float.self, capacity: room)
    touched = (columns + 4 * room).bindMemory(to: Int32.self, capacity: room)
    supporters = (columns + 8 * room).bindMemory(to: Float.self, capacity: room)
    slots = (columns + 12 * room).bindMemory(to: UInt16.self, capacity: room)
    marks = (columns + 14 * room).bindMemory(to: UInt8.self, capacity: room)
    (self.bound, touchedCount, marked, supportersStamp) = (bound, 0, [], -1)
  }

  // MARK: Scores

  /// Adds the support of an interaction with this weight to other listings.
  ///
  /// - Returns: whether it supports any.
  func add(_ listing: Int, weight: Float, from rows: some AffinityRows) throws -> Bool {
    let (scores, touched, bound) = (scores, touched, bound)
    var (count, speaks) = (touchedCount, false)
    try rows.forEachTarget(of: listing) { row, affinity in
      guard row < bound else { return }
      let before = scores[row]
      let sum = before + weight * affinity
      // A sum that cancels out stays nonzero, so that no row is recorded twice.
      scores[row] = sum == 0 ? .leastNonzeroMagnitude : sum
      // Branch-free, since the branch would be mispredicted half of the time; the column has room for one more row.
      touched[count] = Int32(truncatingIfNeeded: row)
      count += before == 0 ? 1 : 0
      speaks = true
    }
    touchedCount = count
    return speaks
  }

  /// Multiplies a score that is above 0.
  func multiply(_ row: Int, by factor: Float) {
    if row < bound, scores[row] > 0 { scores[row] *= factor }
  }

  /// The rows with scores, each once, in no order.
  var touchedRows: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(start: touched, count: touchedCount) }

  /// The score of a row.
  @inline(__always)
  func score(ofRow row: Int) -> Float { row < bound ? scores[row] : 0 }

  /// The greatest score outside a set of rows; 0 without a positive one.
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

  // MARK: Known listings

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

  /// Whether a listing is left out: one member dislikes it, or all `members` know it.
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

  /// Calls `body` with the index of each row in `rows`, from 1; 0 for others.
  func withSlots<Result>(
    of rows: [Int], _ body: (UnsafePointer<UInt16>) throws -> Result
  ) rethrows -> Result {
    let rows = rows.prefix(Int(UInt16.max) - 1)
    for (number, row) in rows.enumerated() where row < bound { slots[row] = UInt16(number + 1) }
    defer { for row in rows where row < bound { slots[row] = 0 } }
    return try body(slots)
  }

  // MARK: Popularity

  /// Takes how many like each listing, by row.
  func setSupporters(_ counts: [Int]) {
    supporters.update(repeating: 0, count: bound)
    for (row, count) in counts.enumerated() where row < bound { supporters[row] = Float(count) }
    supportersStamp = -1
  }

  /// Loads the number of members who like each listing, unless cached for this build.
  func loadSupporters(from statements: some StatementSource) throws {
    let stamp = try RecommendationStamp.current(in: statements)
    guard stamp != supportersStamp else { return }
    supporters.update(repeating: 0, count: bound)
    _ = try statements.rows("SELECT fid, admirers FROM affinity WHERE admirers > 0") { row in
      let stored = StoredRow(row, of: "affinity", row.int(0))
      let fid: Int = try stored.reference(0, in: StoredRange.recommendedRow)
      if fid < bound { supporters[fid] = Float(try stored.int(1, in: StoredRange.supporters) ?? 0) }
    }
    supportersStamp = stamp
  }

  @inline(__always)
  func supporters(ofRow row: Int) -> Float { row < bound ? supporters[row] : 0 }
}

/// Identifies a build of the model, so that caches of an earlier one are not used.
enum RecommendationStamp {
  static func current(in statements: some StatementSource) throws -> Int {
    try statements.count("SELECT value FROM catalog_statistic WHERE name = 'recommendation_build'")
  }

  /// Must be called in every transaction that changes affinities.
  static func advance(in statements: some StatementSource) throws {
    try statements.run(
      """
      INSERT INTO catalog_statistic (name, value) VALUES ('recommendation_build', 1.0)
      ON CONFLICT (name) DO UPDATE SET value = value + 1
      """)
  }
}
