import Streams

extension Catalog {
  /// The changes that are not judged, or not removed yet, in the order in which they happened.
  package func keptChanges() throws -> [KeptChange] {
    try readFile { worker in
      try worker.rows("SELECT number, listing, at, found FROM standing_before ORDER BY number") { row in
        let stored = StoredRow(row, of: "standing_before", row.int(0))
        guard let found = try? JSONParser.parse((row.string(3) ?? "").utf8).array else { throw stored.damaged(3) }
        return KeptChange(
          row: row.int(0), listing: row.string(1) ?? "", at: try stored.requiredTime(2),
          found: found.compactMap(\.string))
      }
    }
  }

  /// Removes what is kept of changes whose meaning has been told.
  package func removeKept(_ rows: [Int]) throws {
    try transaction(at: .distantPast) { transaction in
      for row in rows { try transaction.run("DELETE FROM standing_before WHERE number = ?1", row) }
    }
  }
}
