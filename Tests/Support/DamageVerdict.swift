import Vicinity

/// What came of asking a damaged catalog the questions of `MixedCatalog`, beside the answers of the sound one.
package enum DamageVerdict: Hashable, Sendable {
  /// Every answer is that of the sound file, or an error.
  case harmless
  /// Some answer is another one, and `vicinity check` says that something is wrong.
  case noticed
  /// Some answer is another one, because rows of these tables are others, and no rule could know that.
  case changedValues(tables: [String])
  /// Some answer is another one, and nothing tells why.
  case unnoticed(answer: String)

  /// - Parameters:
  ///   - answers: a line for each question; nil when the file was refused as a whole.
  ///   - isNoticed: whether the check has found something, or has refused the file.
  package init(
    of path: String, answers: [String]?, sound: [String], isNoticed: Bool, values: [String: [[String]]]
  ) {
    guard let answers else {
      self = .harmless
      return
    }
    let wrong = zip(answers, sound).first { $0 != $1 && !Self.isError($0) }
    guard let wrong else {
      self = .harmless
      return
    }
    if isNoticed {
      self = .noticed
      return
    }
    let tables = values.keys.sorted().filter { table in
      // A table that cannot be read any more differs in any case.
      (try? Self.rows(of: table, path: path)) != values[table]
    }
    self = tables.isEmpty ? .unnoticed(answer: wrong.0) : .changedValues(tables: tables)
  }

  private static func isError(_ answer: String) -> Bool { answer.contains("\"error\":{") }

  /// Tables whose columns hold what somebody has typed, so that one value is as good as another.
  private static let plainTables = [
    "listing", "listing_detail", "listing_tag", "tag", "schedule", "zone", "currency", "block", "booking", "favourite",
    "attendance", "rating", "rating_base", "visit", "signal", "affinity", "area", "listing_area", "catalog_statistic",
    "tag_statistic", "place", "place_name", "place_country", "nightly_rate", "exact_point",
  ]

  /// All rows of the plain tables.
  package static func values(path: String) throws -> [String: [[String]]] {
    try Dictionary(uniqueKeysWithValues: plainTables.map { ($0, try rows(of: $0, path: path)) })
  }

  private static func rows(of table: String, path: String) throws -> [[String]] {
    let columns = try TestDatabase.rows("SELECT name FROM pragma_table_info('\(table)')", path: path).map {
      "quote(\($0[0]))"
    }
    return try TestDatabase.rows("SELECT \(columns.joined(separator: ", ")) FROM \(table)", path: path)
  }
}
