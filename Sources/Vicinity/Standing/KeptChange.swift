import CivilTime
import Streams

/// A committed change of a listing, with its state before, for standing queries that outlive the process.
package struct KeptChange: Hashable, Sendable {
  /// Random: no other change has it, in this file or another one.
  package var mark: Int
  /// The id of the listing.
  package var listing: String
  /// The time of the change.
  package var at: Instant
  /// The ids of the queries that found it before.
  package var found: [String]
  /// The ids of the queries that were not evaluated, because that would have cost too much.
  package var skipped: [String] = []

  /// The maximum number of matching queries that are stored: about 30 KB. A change of a listing with more matches is
  /// not stored.
  static let most = 1000
}

extension KeptChange {
  /// The ids of the queries that matched a listing; the ids of those that were not evaluated are in arrays of their
  /// own.
  fileprivate static func text(_ found: [String], _ skipped: [String]) -> String {
    JSONValue.array(found.map { .string($0) } + skipped.map { .array([.string($0)]) }).text
  }

  /// Reads such a text; nil for any other.
  static func read(_ text: String) -> (found: [String], skipped: [String])? {
    guard let values = try? JSONParser.parse(text.utf8).array else { return nil }
    return (values.compactMap(\.string), values.compactMap { $0.array?.first?.string })
  }
}

extension StatementSource {
  /// Writes what was before a change, in its transaction.
  ///
  /// - Returns: the mark.
  func keep(_ listing: String, at now: Instant, _ found: [String], skipped: [String]) throws -> Int {
    let mark = Int.random(in: 1...Int.max)
    try run(
      "INSERT INTO standing_before (mark, listing, at, found) VALUES (?1, ?2, ?3, ?4)", mark, listing, now,
      KeptChange.text(found, skipped))
    return mark
  }

  /// Removes the stored states before changes of some listings; nil removes all.
  func removeKept(of listings: Set<String>?) throws {
    guard let listings else { return try run("DELETE FROM standing_before") }
    try run(
      "DELETE FROM standing_before WHERE listing IN (SELECT value FROM json_each(?1))",
      JSONValue.array(listings.sorted().map { .string($0) }).text)
  }
}
