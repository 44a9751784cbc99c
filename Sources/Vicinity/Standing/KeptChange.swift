import CivilTime
import Streams

/// A committed change of a listing that kept standing queries have not judged, with what was before.
package struct KeptChange: Hashable, Sendable {
  /// Grows from one to the next, and is never used again.
  package var row: Int
  /// The id of the listing.
  package var listing: String
  /// When it changed.
  package var at: Instant
  /// The ids of the queries that found it before.
  package var found: [String]
}

extension StatementSource {
  /// Writes what was before a change, in its transaction.
  ///
  /// - Returns: the row.
  func keep(_ listing: String, at now: Instant, _ found: [String]) throws -> Int {
    let text = JSONValue.array(found.map { .string($0) }).text
    return try first(
      "INSERT INTO standing_before (listing, at, found) VALUES (?1, ?2, ?3) RETURNING number", listing, now, text
    ) { $0.int(0) } ?? 0
  }
}
