import Foundation
import GRDBSQLite
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityAccounts

/// Every statement of the program, as SQLite would run it on tables of ten thousand rows.
///
/// The statements are those of the string literals in `Sources`, so that none can be forgotten. A literal with
/// interpolations is checked by the statements that came from it when all tests ran (`recorded.txt`, by
/// `scripts/record-statements`); a literal without any fails.
@Suite("The plan of every statement")
struct StatementPlanTests {
  /// Code that runs once for a file, and reads all of it by its nature: migrations, `vicinity check`, and divisions.
  private static func runsOnce(_ file: String) -> Bool {
    file.split(separator: "/").last?.hasPrefix("Schema") == true || file.hasSuffix("/ReferenceSchema.swift")
      || file.hasSuffix("/CatalogFile.swift")
      || file.contains("/CatalogRule") || file.hasSuffix("Check.swift") || file.hasSuffix("/StoredColumn.swift")
      || file.contains("/AccountsDatabase+") || file.hasSuffix("/ShardWriter.swift")
  }

  // MARK: The databases

  /// A catalog of ten thousand listings, its accounts file, and a base map.
  ///
  /// Unchecked: SQLite lets one thread at a time use a connection.
  private final class World: @unchecked Sendable {
    let folder: TemporaryCatalog
    let catalog, accounts, tiles: PlannedDatabase

    init() throws {
      folder = try TemporaryCatalog(Array(ListingGenerator(seed: 1, count: 10_000)))
      catalog = try PlannedDatabase(path: folder.path) { connection in
        SpatialFunctions.register(on: connection)
        TextFunctions.register(on: connection)
        HitsFunction.register(on: connection)
        sqlite3_exec(
          connection,
          """
          CREATE TEMP TABLE written (fid INTEGER PRIMARY KEY);
          CREATE TEMP TABLE listing_tag_sorted (tag_id, fid);
          \(ShardTable.definition.replacing("CREATE TABLE", with: "CREATE TEMP TABLE"))
          PRAGMA writable_schema = ON
          """, nil, nil, nil)
      }
      let path = Catalog.accountsPath(of: folder.path)
      let file = try AccountsDatabase(path: path)
      try file.write { db in
        try db.execute(
          sql: """
            WITH n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 10000)
            INSERT INTO account (name, display, password, role, created)
              SELECT 'member-' || n, 'Member ' || n, '-', 'member', n FROM n;
            """)
        try db.execute(
          sql: """
            WITH n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 10000)
            INSERT INTO change (member, at, kind, data) SELECT 'member-' || n, n, 'listing', '{}' FROM n;
            """)
      }
      accounts = try PlannedDatabase(path: path)
      tiles = try PlannedDatabase(path: ":memory:") { connection in
        sqlite3_exec(
          connection,
          """
          CREATE TABLE metadata (name text, value text);
          CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
          CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
          """, nil, nil, nil)
      }
    }

    /// The scans of a statement in the database that has its tables; nil when none has them.
    func scans(of sql: String, in file: String) -> [String]? {
      for database in file.hasPrefix("Vicinity/") ? [catalog] : [accounts, catalog, tiles] {
        if let scans = try? database.scans(of: sql) { return scans }
      }
      return nil
    }
  }

  private static let world = Result { try World() }

  // MARK: The statements

  private static let file = Project.root.appending(path: "Tests/StatementTests/recorded.txt")

  private static func recorded() throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Writes the recorded statements that come from templates, when a run of all tests has noted statements.
  private static func renew(from path: String, _ sources: [SourceStatement]) throws {
    let noted = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n").map(String.init)
    let templates = sources.filter(\.isTemplate)
    let plain = Set(sources.filter { !$0.isTemplate }.map(\.text))
    // Modules of SQLite have statements of their own, with quoted names.
    let kept = noted.map(withOneRow).filter { statement in
      // Statements that only tests run are left out as well.
      !["'main'", "\"main\"", "text_check"].contains(where: statement.contains) && statement != "DELETE FROM listing"
        && !plain.contains(statement)
        && templates.contains { $0.produces(statement) }
    }
    // A text that goes on elsewhere is a statement only if it is run without that, too.
    let begun = noted.filter { text in plain.contains(text) && kept.contains { $0.hasPrefix(text + " ") } }
    try (Set(kept).union(begun)).sorted().joined(separator: "\n").appending("\n").write(
      to: file, atomically: true, encoding: .utf8)
  }

  /// An insertion of many rows as one of a single row.
  private static func withOneRow(_ statement: String) -> String {
    statement.replacing(/(VALUES \([^()]*\))(?:, ?\([^()]*\))+/) { String($0.1) }
  }

  /// A statement with the literal that it comes from.
  private struct Judged {
    var source: SourceStatement
    var sql: String
  }

  @Test("no table is scanned, except for those that a statement returns as a whole")
  func scans() throws {
    let world = try Self.world.get()
    let sources = try SourceStatement.all()
    if let path = ProcessInfo.processInfo.environment["VICINITY_STATEMENTS"] { try Self.renew(from: path, sources) }
    let recorded = try Self.recorded()
    let alone = Set(recorded)
    // A short template could match many statements, which come from the most specific template.
    let templates = sources.filter(\.isTemplate)
    let origins = Dictionary(
      uniqueKeysWithValues: recorded.map { statement in
        let possible = templates.filter { $0.produces(statement) }
        let most = possible.map(\.precision).max()
        return (statement, Set(possible.filter { $0.precision == most }))
      })
    var judged: [Judged] = []
    for source in sources where !Self.runsOnce(source.file) {
      if source.isTemplate {
        let made = recorded.filter(source.produces)
        if made.isEmpty {
          let text = source.text.replacing("\u{0}", with: "…")
          Issue.record("\(source.file): no test has run \"\(text)\"; scripts/record-statements")
        }
        judged += made.compactMap { sql in
          // A statement that another place may have produced as well is checked there, if that place runs once or has
          // another database.
          guard let possible = origins[sql], possible.contains(source) else { return nil }
          let isOthers =
            possible.contains { Self.runsOnce($0.file) }
            || possible.count > 1 && world.scans(of: sql, in: source.file) == nil
          return isOthers ? nil : Judged(source: source, sql: sql)
        }
      } else if alone.contains(source.text) || !recorded.contains(where: { $0.hasPrefix(source.text + " ") }) {
        judged.append(Judged(source: source, sql: source.text))
      }
    }
    var found: Set<AllowedScan> = []
    for statement in judged {
      guard let scans = world.scans(of: statement.sql, in: statement.source.file) else {
        let isPart = recorded.contains { $0.contains(statement.sql) && $0 != statement.sql }
        if !isPart { Issue.record("\(statement.source.file): SQLite does not take \"\(statement.sql)\"") }
        continue
      }
      for table in scans where !AllowedScan.small.contains(table) {
        if let allowed = AllowedScan.all.first(where: { $0.statement == statement.sql && $0.table == table }) {
          found.insert(allowed)
        } else {
          Issue.record("\(statement.source.file): reads all of \(table): \(statement.sql)")
        }
      }
    }
    let lost = AllowedScan.all.subtracting(found)
    #expect(lost.isEmpty, "what is allowed, and not there any more")
    #expect(judged.count > 400)
  }

  @Test("there are at most six reasons to read a whole table, and each has statements")
  func reasons() {
    #expect(AllowedScan.Reason.allCases.count <= 6)
    #expect(Set(AllowedScan.all.map(\.reason)) == Set(AllowedScan.Reason.allCases))
  }

  @Test("the planner knows no more of a catalog than here: no file has statistics of SQLite's")
  func statistics() throws {
    let world = try Self.world.get()
    for database in [world.catalog, world.accounts] {
      #expect(try database.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").isEmpty)
    }
  }

  @Test("rows that refer to another one are found by an index when it is deleted")
  func references() throws {
    let world = try Self.world.get()
    for database in [world.catalog, world.accounts] {
      let tables = try database.rows("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'")
      for table in tables.map({ $0[0] }) {
        let keys = try database.rows(
          "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list('\(table)') WHERE seq = 0")
        for key in keys where !Self.isNeverDeleted.contains(key[1]) {
          let scans = try database.scans(of: "SELECT 1 FROM \"\(table)\" WHERE \"\(key[0])\" = ?1")
          #expect(scans.isEmpty, "\(table).\(key[0]) refers to \(key[1])")
        }
      }
    }
  }

  /// Dictionaries, whose rows are never deleted.
  private static let isNeverDeleted: Set = [
    "zone", "currency", "source", "tag", "schedule", "gpkg_spatial_ref_sys", "gpkg_contents",
  ]

  @Test("triggers find their rows by an index")
  func triggers() throws {
    let world = try Self.world.get()
    var count = 0
    for database in [world.catalog, world.accounts] {
      for row in try database.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
        guard let body = row[1].firstMatch(of: /(?s)BEGIN\s(.*);\s*END/) else { continue }
        for part in body.1.split(separator: ";") {
          let sql = part.trimmingCharacters(in: .whitespacesAndNewlines)
            .replacing(/(?i)\b(?:new|old)\.\w+/, with: "?1").replacing(/RAISE\([^)]*\)/, with: "1")
          let scans = try database.scans(of: sql).filter { !AllowedScan.small.contains($0) }
          #expect(scans.isEmpty, "\(row[0]): \(sql)")
          count += 1
        }
      }
    }
    #expect(count > 10)
  }

  @Test(
    "a scan is detected, and a search is not one",
    arguments: [
      ("SELECT fid FROM listing WHERE price > 3", ["listing"]),
      ("SELECT fid FROM listing l WHERE l.price > 3", ["listing"]),
      ("SELECT fid FROM listing WHERE id = 'a'", []), ("SELECT EXISTS (SELECT 1 FROM listing)", []),
      ("SELECT EXISTS (SELECT 1 FROM listing WHERE price > 3)", ["listing"]), ("SELECT 1 FROM listing LIMIT 1", []),
      ("SELECT rowid FROM listing_text", ["listing_text"]),
      ("SELECT rowid FROM listing_text WHERE listing_text MATCH 'a'", []),
      ("SELECT p.name FROM place p LEFT JOIN place_name n ON n.is_own = p.is_section", ["place", "place_name"]),
      ("SELECT value FROM json_each('[]')", []),
      ("SELECT a.id FROM listing a JOIN listing b ON a.price = b.price WHERE a.fid > 3", ["AUTOMATIC"]),
      ("SELECT fid FROM member_signal WHERE member = 'a'", []),
      ("SELECT id FROM rtree_listing_geom", ["rtree_listing_geom"]),
      ("SELECT id FROM rtree_listing_geom WHERE minx < 3", []),
    ])
  func finding(sql: String, tables: [String]) throws {
    let found = try Self.world.get().catalog.scans(of: sql)
    #expect(found.count == tables.count)
    for (one, other) in zip(found, tables) { #expect(one.contains(other)) }
  }

  @Test("literals are found in Swift as it is written")
  func literals() throws {
    let all = try SourceStatement.all()
    #expect(all.contains { $0.file.hasSuffix("AreaWriter.swift") && $0.text == "SELECT fid FROM area WHERE name = ?1" })
    let template = SourceStatement(file: "", text: "SELECT \u{0} FROM \u{0} WHERE a = ?1")
    #expect(template.produces("SELECT x, y FROM t WHERE a = ?1") && !template.produces("SELECT x FROM t WHERE b = ?1"))
  }
}
