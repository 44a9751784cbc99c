import Foundation
import GRDBSQLite
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity
@testable import VicinityServer

/// Every statement of the program, as SQLite would run it on tables of ten thousand rows.
///
/// The statements are those of the string literals in `Sources`, so that none can be forgotten. A literal with
/// interpolations is judged by the statements that came from it when all tests ran (`recorded.txt`, by
/// `scripts/record-statements`); one that has none there fails.
@Suite("The plan of every statement")
struct StatementPlanTests {
  /// Why a statement may read a whole table.
  enum Reason: String, CaseIterable {
    /// An export, or a list for operator and editors: it gives every row.
    case list
    /// It is made once for a version of the catalog, on a thread of its own, or once when the server starts.
    case kept
    /// The numbers for planner and operator, counted anew when a twentieth of the listings has changed.
    case profile
    /// What an operator does with all rows: an import, a setting, the affinities of members.
    case work
    /// Named areas, which operators draw: their names, and which of them contain the listings of a change.
    case areas
    /// What the server tidies up and counts now and then, on a thread of its own.
    case upkeep
  }

  struct Allowed: Hashable {
    var file: String
    var table: String
    var reason: Reason

    init(_ reason: Reason, _ file: String, _ table: String) {
      (self.reason, self.file, self.table) = (reason, file, table)
    }
  }

  private static let allowed: Set<Allowed> = [
    Allowed(.list, "Vicinity/Catalog/Catalog+Export.swift", "listing"),
    Allowed(.list, "Vicinity/Catalog/Catalog+Export.swift", "exact_point"),
    Allowed(.list, "Vicinity/Members/BookingReader.swift", "booking"),
    Allowed(.list, "Vicinity/Members/Catalog+Synonyms.swift", "synonym"),
    Allowed(.list, "Vicinity/Members/HiddenListing.swift", "hidden_listing"),
    Allowed(.list, "VicinityServer/Accounts/AccountList.swift", "account"),

    Allowed(.kept, "Vicinity/Index/CompletionIndex.swift", "listing"),
    Allowed(.kept, "Vicinity/Index/CompletionIndex.swift", "place"),
    Allowed(.kept, "Vicinity/Index/CompletionIndex.swift", "tag"),
    Allowed(.kept, "Vicinity/Index/IndexSnapshot.swift", "tag"),
    Allowed(.kept, "Vicinity/Store/TextIndex+Pages.swift", "listing_text_idx"),
    Allowed(.kept, "Vicinity/Places/PlaceMap.swift", "place"),
    Allowed(.kept, "Vicinity/Places/PlaceDivision.swift", "place"),
    Allowed(.kept, "Vicinity/Places/PlaceDivision.swift", "place_region"),
    Allowed(.kept, "Vicinity/Standing/StandingQueries.swift", "synonym"),
    Allowed(.kept, "Vicinity/Members/Catalog+KeptChanges.swift", "standing_before"),
    Allowed(.kept, "VicinityServer/Alerts/AlertDesk.swift", "alert"),
    Allowed(.kept, "VicinityServer/Alerts/AlertDesk.swift", "judged_change"),

    Allowed(.profile, "Vicinity/Store/CatalogProfile+Store.swift", "listing"),
    Allowed(.profile, "Vicinity/Store/CatalogProfile+Store.swift", "listing_tag"),
    Allowed(.profile, "Vicinity/Store/CatalogStatistics.swift", "listing"),
    Allowed(.profile, "Vicinity/Store/CatalogStatistics.swift", "listing_tag"),
    Allowed(.profile, "Vicinity/Store/CatalogStatistics.swift", "block"),
    Allowed(.profile, "Vicinity/Store/GeoPackage.swift", "listing"),

    Allowed(.work, "Vicinity/Catalog/PublicPointKey+Former.swift", "listing"),
    Allowed(.work, "Vicinity/Members/Catalog+OwnFields.swift", "listing_detail"),
    Allowed(.work, "Vicinity/Store/OwnValueWriter.swift", "listing_detail"),
    Allowed(.work, "Vicinity/Members/MemberTransaction+Forget.swift", "hidden_record"),
    Allowed(.work, "Vicinity/Members/UniqueNames.swift", "listing"),
    Allowed(.work, "Vicinity/Places/GazetteerImport.swift", "place"),
    Allowed(.work, "Vicinity/Places/GazetteerImport.swift", "place_name"),
    Allowed(.work, "Vicinity/Places/GazetteerImport.swift", "place_region"),
    Allowed(.work, "Vicinity/Places/PlaceWriter.swift", "place"),
    Allowed(.work, "Vicinity/Store/RegionFinder.swift", "listing"),
    Allowed(.work, "Vicinity/Store/RegionFinder.swift", "schedule"),
    Allowed(.work, "Vicinity/Store/CatalogBackup.swift", "listing"),
    // With the check of the text index, whose statements are of the same form.
    Allowed(.work, "Vicinity/Store/TextDraft.swift", "listing"),
    Allowed(.work, "Vicinity/Store/TextDraft.swift", "listing_text_data"),
    Allowed(.work, "Vicinity/Store/TextDraft.swift", "listing_text_docsize"),
    Allowed(.work, "Vicinity/Store/TextDraft.swift", "listing_text_idx"),
    Allowed(.work, "Vicinity/Recommend/RecommendationBuild.swift", "listing"),
    Allowed(.work, "Vicinity/Recommend/SignalReader.swift", "signal"),
    Allowed(.work, "Vicinity/Recommend/SignalReader.swift", "favourite"),
    Allowed(.work, "Vicinity/Recommend/SignalReader.swift", "rating"),
    Allowed(.work, "Vicinity/Recommend/SignalReader.swift", "attendance"),
    Allowed(.work, "Vicinity/Recommend/SignalReader.swift", "booking"),
    Allowed(.work, "Vicinity/Recommend/SignalReader.swift", "visit"),

    Allowed(.areas, "Vicinity/Search/Search+Facets.swift", "area"),
    Allowed(.areas, "Vicinity/Store/AreaCover.swift", "area"),
    Allowed(.areas, "Vicinity/Store/AreaTable.swift", "area"),
    Allowed(.areas, "Vicinity/Store/AreaWriter.swift", "area"),

    Allowed(.upkeep, "VicinityServer/Home/HomeDesk.swift", "home_switch"),
    Allowed(.upkeep, "VicinityServer/Mail/MailOutbox.swift", "mail"),
    Allowed(.upkeep, "VicinityServer/Media/PictureStore.swift", "picture"),
  ]

  /// Tables whose rows do not grow with a catalog.
  private static let small: Set<String> = [
    "sqlite_schema", "sqlite_sequence", "grdb_migrations",  // the parts of the file
    "catalog_statistic", "setting", "own_field", "public_point",  // what an operator sets, and fifty numbers
    "currency", "zone", "place_country",  // ISO 4217, the IANA zones, ISO 3166
    "quota", "stored_total",  // a row for each limit, and one
    "source", "metadata", "key",  // the imports, the texts of a base map, the keys of an operator
    "written",  // the rows that a transaction has written so far
  ]

  /// What runs once for a file, and reads all of it by its nature: migrations, and `vicinity check`.
  private static func runsOnce(_ file: String) -> Bool {
    file.contains("/Schema") || file.hasSuffix("/ReferenceSchema.swift") || file.hasSuffix("/CatalogFile.swift")
      || file.contains("/CatalogRule") || file.hasSuffix("Check.swift") || file.hasSuffix("/StoredColumn.swift")
      || file.contains("/AccountsFile+")
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
        sqlite3_exec(connection, "CREATE TEMP TABLE written (fid INTEGER PRIMARY KEY)", nil, nil, nil)
      }
      let path = AccountsFile.path(ofCatalog: folder.path)
      let file = try AccountsFile(path: path)
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
      for database in file.hasPrefix("VicinityServer/") ? [accounts, catalog, tiles] : [catalog] {
        if let scans = try? database.scans(of: sql) { return scans }
      }
      return nil
    }
  }

  private static let world = Result { try World() }

  // MARK: The statements

  private static let file = SourceStatement.root.appending(
    path: "Tests/VicinityServerTests/Statements/recorded.txt")

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
      // What tests alone run is left out as well.
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
    /// The files from which it may come.
    var files: Set<String>
    var sql: String
  }

  @Test("no table is read from one end to the other, but for those that a statement gives as a whole")
  func scans() throws {
    let world = try Self.world.get()
    let sources = try SourceStatement.all()
    if let path = ProcessInfo.processInfo.environment["VICINITY_STATEMENTS"] { try Self.renew(from: path, sources) }
    let recorded = try Self.recorded()
    let alone = Set(recorded)
    // A short template could be that of many statements, which come from the one that tells most of them.
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
          // One that another place may have made as well is judged there, if that runs once or has another database.
          guard let possible = origins[sql], possible.contains(source) else { return nil }
          let isOthers =
            possible.contains { Self.runsOnce($0.file) }
            || possible.count > 1 && world.scans(of: sql, in: source.file) == nil
          return isOthers ? nil : Judged(source: source, files: Set(possible.map(\.file)), sql: sql)
        }
      } else if alone.contains(source.text) || !recorded.contains(where: { $0.hasPrefix(source.text + " ") }) {
        judged.append(Judged(source: source, files: [source.file], sql: source.text))
      }
    }
    var used: Set<Allowed> = []
    for statement in judged {
      guard let scans = world.scans(of: statement.sql, in: statement.source.file) else {
        let isPart = recorded.contains { $0.contains(statement.sql) && $0 != statement.sql }
        if !isPart { Issue.record("\(statement.source.file): SQLite does not take \"\(statement.sql)\"") }
        continue
      }
      for table in scans where !Self.small.contains(table) {
        let found = Self.allowed.first { statement.files.contains($0.file) && $0.table == table }
        if let found {
          used.insert(found)
        } else {
          Issue.record("\(statement.source.file): reads all of \(table): \(statement.sql)")
        }
      }
    }
    #expect(Self.allowed.subtracting(used).isEmpty, "what is allowed, and not there any more")
    #expect(judged.count > 400)
  }

  @Test("there are at most six reasons to read a whole table")
  func reasons() { #expect(Reason.allCases.count <= 6 && Set(Self.allowed.map(\.reason)).count <= 6) }

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

  /// Dictionaries, whose rows remain.
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
          let scans = try database.scans(of: sql).filter { !Self.small.contains($0) }
          #expect(scans.isEmpty, "\(row[0]): \(sql)")
          count += 1
        }
      }
    }
    #expect(count > 10)
  }

  @Test(
    "a scan is found, and a search is none",
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
