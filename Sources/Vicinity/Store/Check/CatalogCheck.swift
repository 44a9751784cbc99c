import GRDBSQLite

/// A defect of a catalog file.
public struct CatalogDefect: Hashable, Sendable, CustomStringConvertible {
  /// A stable identifier of the kind of defect.
  public var code: String
  /// The defect and its location.
  public var message: String

  /// Code and message.
  public var description: String { "\(code): \(message)" }
}

/// Checks a catalog for inconsistencies, values out of range, and a wrong schema: SQLite pages, R-tree, text index,
/// GeoPackage rows, references, values (`CatalogRule.all`).
///
/// It needs only a reading connection in a transaction, and no index: the file may be damaged in any way. Parts
/// that SQLite cannot read are reported as defects.
struct CatalogCheck: StatementSource {
  let connection: OpaquePointer
  /// The maximum number of reported defects of one kind.
  var limit = 10

  func statement(_ sql: String) throws -> Statement { try Statement(sql, on: connection) }

  func defects() throws -> [CatalogDefect] {
    var tree = RTreeCheck(self, limit: limit)
    var treeDefects = try defects("rtree") {
      try tree.walk()
      return tree.problems
    }
    let pageDefects = try defects("integrity") { try brokenPages(isTreeSound: treeDefects.isEmpty) }
    // Pages that refer to each other in cycles could make all other checks endless.
    guard !pageDefects.contains(where: \.isOfPages) else {
      return treeDefects + pageDefects + [CatalogDefect(code: "integrity", message: "values were not checked")]
    }
    if treeDefects.isEmpty {
      treeDefects = try defects("rtree") {
        try tree.count()
        return tree.problems
      }
    }
    let rules = CatalogRule.all.filter { treeDefects.isEmpty || !$0.needsTree }
    return try treeDefects + pageDefects
      + rules.flatMap { rule in try defects(rule.code) { try rule.broken(self, limit + 1) } }
  }

  /// The defects that SQLite finds in the pages of the file.
  ///
  /// SQLite 3.44 and later include the R-tree; if that is not sound, the tables are checked one by one, without it.
  private func brokenPages(isTreeSound: Bool) throws -> [String] {
    let isWhole = isTreeSound || sqlite3_libversion_number() < 3_044_000
    let tables =
      isWhole ? ["\(limit)"] : try texts("SELECT quote(name) FROM sqlite_schema WHERE rootpage > 0 AND type = 'table'")
    return try tables.flatMap { try texts("SELECT * FROM pragma_integrity_check(\($0))") }.filter { $0 != "ok" }
  }

  /// Runs one part of the check.
  /// - Parameter problems: those found, at most one more than is reported.
  func defects(_ code: String, _ problems: () throws -> [String]) throws -> [CatalogDefect] {
    do {
      let found = try problems()
      let shown = found.prefix(limit).map { CatalogDefect(code: code, message: $0) }
      return found.count > limit ? shown + [CatalogDefect(code: code, message: "and more")] : shown
    } catch let failure as SQLiteFailure where failure.isOfFile {
      return [CatalogDefect(code: code, message: "SQLite cannot read it: \(failure.message)")]
    }
  }

  /// The first column of all rows.
  func texts(_ sql: String) throws -> [String] { try rows(sql) { $0.string(0) ?? "" } }
}

extension CatalogDefect {
  /// Whether the pages of the file are inconsistent, rather than their contents.
  fileprivate var isOfPages: Bool { code == "integrity" && message.hasPrefix("*** in database") }
}
