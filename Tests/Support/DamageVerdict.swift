/// The result of running the queries of `MixedCatalog` on a damaged catalog, compared with the answers of the sound
/// one.
package enum DamageVerdict: Hashable, Sendable {
  /// Every answer is that of the sound file, or the check reports an error and the other answers are errors.
  case harmless
  /// Some answer differs, and `vicinity check` reports an error.
  case noticed
  /// Some answer differs because a few rows of these tables have other, equally plausible values.
  case changedValues(tables: [String])
  /// Some answer differs, or fails because of the file, and the check finds nothing.
  case unnoticed(answer: String)

  /// - Parameters:
  ///   - answers: a line for each query; nil if the file was rejected as a whole.
  ///   - isNoticed: whether the check reported an error or rejected the file.
  package init(
    of path: String, answers: [String]?, sound: [String], isNoticed: Bool, values: [String: [[String]]]
  ) {
    guard let answers else {
      self = isNoticed ? .harmless : .unnoticed(answer: "the file was refused")
      return
    }
    let wrong = zip(answers, sound).filter { $0 != $1 }.map(\.0)
    if isNoticed || wrong.isEmpty {
      self = wrong.allSatisfy(Self.isError) ? .harmless : .noticed
      return
    }
    let tables = Self.changedTables(path: path, values)
    let fault = wrong.first(where: Self.isFault)
    self = fault == nil && !tables.isEmpty ? .changedValues(tables: tables) : .unnoticed(answer: fault ?? wrong[0])
  }

  private static func isError(_ answer: String) -> Bool { answer.contains("\"error\":{") }

  /// Whether a query failed because of the file, and not because of its parameters, such as a place whose name changed.
  private static func isFault(_ answer: String) -> Bool {
    isError(answer) && !codesOfQuestions.contains { answer.contains("\"error\":{\"code\":\"\($0)\"") }
  }

  /// Codes of errors in a query, not in the file.
  private static let codesOfQuestions = [
    "not-json", "unknown-key", "unknown-word", "wrong-type", "out-of-range", "bad-time", "missing", "conflict",
    "bad-area", "bad-cursor", "unknown-place", "ambiguous-place", "no-gazetteer", "too-expensive", "unknown-listing",
    "unsuitable",
  ]

  /// The maximum number of rows that one mutation changes, by a flipped bit each.
  private static let mostRows = 8

  /// Tables in which a few rows have other values; empty if there is any other difference: the check must report
  /// missing or unreadable rows.
  private static func changedTables(path: String, _ values: [String: [[String]]]) -> [String] {
    var changed: [String] = []
    var count = 0
    for (table, sound) in values.sorted(by: { $0.key < $1.key }) {
      guard let rows = try? rows(of: table, path: path), rows.count == sound.count else { return [] }
      let differences = Set(rows).symmetricDifference(sound).count
      count += differences
      if differences > 0 || rows != sound { changed.append(table) }
    }
    return count <= 2 * mostRows ? changed : []
  }

  /// Tables whose columns hold free input, so that one value is as plausible as another.
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
