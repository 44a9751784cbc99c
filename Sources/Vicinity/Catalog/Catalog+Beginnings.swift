/// Names in the catalog that begin with a text, in byte order: what a shell completes.
///
/// Of more than `limit` names these are the first ones and the last one, so that they have no more letters in common at
/// their beginning than all of them.
/// - Complexity: `limit` rows of an index, whatever the size of the catalog.
extension Catalog {
  /// The number of names that are returned at most by default.
  package static let usualBeginnings = 50

  /// Ids of listings.
  package func ids(beginningWith text: String, limit: Int = usualBeginnings) throws -> [String] {
    try names(
      beginningWith: text, limit, "SELECT id FROM listing WHERE id >= ?1 ORDER BY id LIMIT ?2",
      "SELECT id FROM listing WHERE id < ?1 ORDER BY id DESC LIMIT ?2")
  }

  /// Tags.
  package func tags(beginningWith text: String, limit: Int = usualBeginnings) throws -> [String] {
    try names(
      beginningWith: text, limit, "SELECT name FROM tag WHERE name >= ?1 ORDER BY name LIMIT ?2",
      "SELECT name FROM tag WHERE name < ?1 ORDER BY name DESC LIMIT ?2")
  }

  /// Names of areas.
  package func areaNames(beginningWith text: String, limit: Int = usualBeginnings) throws -> [String] {
    try names(
      beginningWith: text, limit, "SELECT name FROM area WHERE name >= ?1 ORDER BY name LIMIT ?2",
      "SELECT name FROM area WHERE name < ?1 ORDER BY name DESC LIMIT ?2")
  }

  /// Members who have a record in the catalog, and hosts.
  package func members(beginningWith text: String, limit: Int = usualBeginnings) throws -> [String] {
    let lists = try Self.memberColumns.map { table, column in
      try names(
        beginningWith: text, limit,
        "SELECT DISTINCT \(column) FROM \(table) WHERE \(column) >= ?1 ORDER BY \(column) LIMIT ?2",
        "SELECT \(column) FROM \(table) WHERE \(column) < ?1 ORDER BY \(column) DESC LIMIT ?2")
    }
    let merged = Set(lists.joined()).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return merged.count > limit ? merged.prefix(limit - 1) + merged.suffix(1) : merged
  }

  /// The columns with names of members, each with an index.
  private static let memberColumns = [
    ("booking", "member"), ("favourite", "member"), ("attendance", "member"), ("rating", "member"), ("visit", "member"),
    ("listing_detail", "host"),
  ]

  /// - Parameters:
  ///   - upward: the first names from ?1 on.
  ///   - downward: the last names before ?1.
  private func names(
    beginningWith text: String, _ limit: Int, _ upward: String, _ downward: String
  ) throws -> [String] {
    try read { worker, _, _ in
      let name: (Statement) -> String = { $0.string(0) ?? "" }
      let begins: (String) -> Bool = { $0.utf8.starts(with: text.utf8) }
      var names = try worker.rows(upward, text, limit, body: name)
      guard names.count == limit, names.allSatisfy(begins) else { return Array(names.prefix(while: begins)) }
      // No text contains a greater character.
      names[limit - 1] = try worker.first(downward, text + "\u{10FFFF}", 1, body: name) ?? names[limit - 1]
      return names
    }
  }
}
