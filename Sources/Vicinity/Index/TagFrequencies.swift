import Synchronization

/// The number of listings with a tag, cached for all threads.
final class TagFrequencies: Sendable {
  private let counts = Mutex<[Int32: Double]>([:])

  /// The number from the catalog's statistics; 0 for a tag newer than these.
  func count(of tag: Int32, worker: IndexReader) throws -> Double {
    if let count = counts.withLock({ $0[tag] }) { return count }
    let statement = try worker.statement("SELECT listings FROM tag_statistic WHERE tag_id = ?1")
    statement.bind(1, Int64(tag))
    defer { statement.reset() }
    let count =
      try statement.step()
      ? StoredRow(statement, of: "tag_statistic", Int(tag)).int(0, in: StoredRange.supporters).map(Double.init) ?? 0 : 0
    counts.withLock { $0[tag] = count }
    return count
  }
}
