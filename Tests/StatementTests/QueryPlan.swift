import GRDBSQLite

/// A database that reports how it would run statements.
final class PlannedDatabase {
  let connection: OpaquePointer
  private let tables: Set<String>
  private let views: Set<String>

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(path: String, prepare: (OpaquePointer) throws -> Void = { _ in }) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw Failure(description: "cannot open \(path)")
    }
    connection = handle
    try prepare(handle)
    let all = try Self.rows(
      "SELECT name, type FROM pragma_table_list WHERE name NOT LIKE 'sqlite_temp%'", on: handle)
    views = Set(all.filter { $0[1] == "view" }.map { $0[0] })
    tables = Set(all.filter { $0[1] != "view" }.map { $0[0] }).union(["sqlite_schema"])
  }

  deinit { sqlite3_close_v2(connection) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(connection)))
    }
  }

  func rows(_ sql: String) throws -> [[String]] { try Self.rows(sql, on: connection) }

  private static func rows(_ sql: String, on connection: OpaquePointer) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(connection)))
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map {
          sqlite3_column_text(statement, $0).map { String(cString: $0) } ?? ""
        })
    }
    return rows
  }

  /// The tables that a statement would read without seeking: those it scans from one end to the other.
  ///
  /// A scan that ends with its first row does not count, nor does one of rows that the statement itself has found.
  /// - Throws: `Failure` for a text that is no statement of this database.
  func scans(of sql: String) throws -> [String] {
    try rows("EXPLAIN QUERY PLAN \(sql)").compactMap { row in
      guard let step = row.last else { return nil }
      if step.contains("AUTOMATIC") { return step }
      guard let match = step.firstMatch(of: /^SCAN (?:main\.|temp\.)?(\S+)(.*)$/) else { return nil }
      let (name, rest) = (String(match.1), String(match.2))
      if step.contains("CONSTANT ROW") || name.hasPrefix("(") { return nil }
      if let index = rest.firstMatch(of: /VIRTUAL TABLE INDEX \d+:(.*)$/) {
        // The index that the module uses to seek; arguments of table-valued functions.
        if !index.1.isEmpty || name.hasPrefix("pragma_") || name == "json_each" { return nil }
        // An R-tree finds a number by its plan 1, without a text.
        if name.hasPrefix("rtree_"), rest.contains("INDEX 1:") { return nil }
      }
      guard let table = table(named: name, in: sql) else { return nil }
      return readsOneRow(of: table, sql) ? nil : table
    }
  }

  /// The table of a name or alias; nil for a subquery or a view, whose parts are steps of their own.
  private func table(named name: String, in sql: String) -> String? {
    if tables.contains(name) { return name }
    if views.contains(name) { return nil }
    let words = sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    for (word, next) in zip(words, words.dropFirst()) where next == name && tables.contains(word) { return word }
    for (word, (next, last)) in zip(words, zip(words.dropFirst(), words.dropFirst(2)))
    where next == "AS" && last == name && tables.contains(word) { return word }
    return nil
  }

  private func readsOneRow(of table: String, _ sql: String) -> Bool {
    if sql.contains("EXISTS (SELECT 1 FROM \(table))") { return true }
    let isBounded = sql.hasSuffix("LIMIT 1") && !sql.contains("ORDER BY") && !sql.contains("WHERE")
    return isBounded && sql.contains("FROM \(table) ")
  }
}
