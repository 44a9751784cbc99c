extension Catalog {
  /// Whether any record belongs to a member of this name, or a listing has it as its host: a new account of this name
  /// would get them all.
  ///
  /// - Complexity: O(1), by the indexes of each table.
  public func knows(member name: String) throws -> Bool {
    try read { worker, _, _ in
      try Self.tablesOfMembers.contains { table, column in
        try !worker.rows("SELECT 1 FROM \(table) WHERE \(column) = ?1 LIMIT 1", name) { _ in true }.isEmpty
      }
    }
  }

  private static let tablesOfMembers = [
    ("listing_detail", "host"), ("favourite", "member"), ("rating", "member"), ("attendance", "member"),
    ("visit", "member"),
    ("booking", "member"), ("guest_rating", "member"), ("guest_rating", "host"), ("news", "recipient"),
    ("hidden_listing", "host"), ("hidden_record", "member"),
    ("signal", "member"), ("friendship", "member"), ("friendship", "friend"),
  ]
}
