import CivilTime
import Streams

extension Catalog {
  /// The stored changes, in the order in which they happened.
  ///
  /// - Returns: also the marks of unreadable ones.
  package func keptChanges() throws -> (changes: [KeptChange], unreadable: [Int]) {
    let rows = try readFile { worker in
      try worker.rows("SELECT mark, listing, at, found FROM standing_before ORDER BY number") { row in
        (mark: row.int(0), listing: row.string(1), at: row.optionalInt(2), found: row.string(3))
      }
    }
    var kept: (changes: [KeptChange], unreadable: [Int]) = ([], [])
    for row in rows {
      if let listing = row.listing, let at = row.at, let read = KeptChange.read(row.found ?? "") {
        let time = StoredRange.time(nearestTo: Instant(secondsSince1970: Int64(at)))
        kept.changes.append(
          KeptChange(mark: row.mark, listing: listing, at: time, found: read.found, skipped: read.skipped))
      } else {
        kept.unreadable.append(row.mark)
      }
    }
    return kept
  }

  /// Removes the stored states of evaluated changes.
  package func removeKept(_ marks: [Int]) throws {
    let list = JSONValue.array(marks.map { .int(Int64($0)) }).text
    try transactionBesideListings {
      try $0.run("DELETE FROM standing_before WHERE mark IN (SELECT value FROM json_each(?1))", list)
    }
  }

  /// Runs a transaction that changes nothing of any listing. When this returns, it is on disk.
  func transactionBesideListings(_ body: (PreparedStatements) throws -> Void) throws {
    try writing().pendingTransaction(body).waitForDisk()
  }
}
