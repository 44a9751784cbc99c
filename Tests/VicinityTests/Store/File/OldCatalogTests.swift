import Foundation
import TestSupport
import Testing

@testable import Vicinity

/// Catalogs of every released format: `docs/files.md` describes the guarantees for them.
@Suite("Catalogs of older versions")
struct OldCatalogTests {
  private static let fixtures = Project.root.appending(path: "Tests/VicinityTests/Fixtures/catalogs")

  /// The migrations after which a version was released.
  static let forms = CatalogFile.migrator.migrations

  private func copy(_ form: String, into folder: CatalogFolder) throws -> String {
    let file = Self.fixtures.appending(path: "\(form).gpkg")
    try #require(
      FileManager.default.fileExists(atPath: file.path),
      "keep a catalog of the form \(form): with the version before this step, import a few listings of each kind into \(file.path)"
    )
    try folder.copy(file.path, to: "old.gpkg")
    return folder.path("old.gpkg")
  }

  /// Every value of every row, limited to the columns that its table has in this format.
  private static func rows(of form: [[String]], _ path: String) throws -> [[[String]]] {
    try form.map { try TestDatabase.rows($0[0], path: path).sorted { $0[0] < $1[0] } }
  }

  /// A query for each table that selects all its columns as text.
  private static func questions(_ path: String) throws -> [[String]] {
    try TestDatabase.rows(
      """
      SELECT 'SELECT ' || group_concat('quote("' || c.name || '")', ' || ''|'' || ') || ' FROM "' || t.name || '"'
      FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
      WHERE t.schema = 'main' AND t.type = 'table' AND t.name <> 'grdb_migrations' AND t.name NOT LIKE 'sqlite_%'
        AND t.name NOT LIKE 'gpkg_%'
      GROUP BY t.name
      """, path: path)
  }

  /// Members' records as written by the version of this format; the files contain none.
  private static let members = """
    INSERT INTO booking (fid, member, from_date, to_date, guests, status, made, changed)
      SELECT fid, 'm', '2027-02-01', '2027-02-03', 1, 'confirmed', 1780000000, 1780000001 FROM listing
      WHERE id = 'budapest-duna-part';
    INSERT INTO favourite (member, fid, at) SELECT 'm', fid, 1780000002 FROM listing WHERE id LIKE 'stuttgart-%';
    INSERT INTO attendance (member, fid, starts, status, at) SELECT 'm', fid, starts, 'joined', 1780000003
      FROM listing WHERE id = 'mures-cules-de-vie';
    INSERT INTO visit (member, fid, at) SELECT 'm', fid, 1780000004 FROM listing WHERE id = 'stuttgart-nachteule';
    """

  @Test("is brought up to date by the first opening for writing, with all that it says", arguments: forms)
  func migrated(form: String) throws {
    let folder = try CatalogFolder()
    let path = try copy(form, into: folder)
    let steps = Array(Self.forms.drop { $0 != form }.dropFirst())
    let hasMembers = !steps.contains("3-members")
    if hasMembers { try TestDatabase.run(Self.members, path: path) }
    let questions = try Self.questions(path)
    let before = try Self.rows(of: questions, path)
    if !steps.isEmpty {
      #expect(throws: CatalogError.needsMigration(path: path, missing: steps)) { try Catalog(path: path) }
    }
    #expect(try Catalog.migrate(path: path) == steps)
    #expect(try Catalog.migrate(path: path) == [])
    #expect(try Self.rows(of: questions, path) == before)
    let catalog = try Catalog(path: path, access: .readWrite)
    #expect(try catalog.check() == [])
    var query = Query()
    (query.kinds, query.during) = (Set(Kind.allCases), .named(.any))
    #expect(Set(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id)) == Self.ids)
    query = Query()
    query.text = "brenn"
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == ["stuttgart-brennglas"])
    #expect(try catalog.bookings(of: "m").map(\.listing) == (hasMembers ? ["budapest-duna-part"] : []))
    #expect(try catalog.favorites(of: "m", at: SeededWorld.now).count == (hasMembers ? 3 : 0))
    try catalog.perform(.favorite(listing: "stuttgart-brennglas", member: "n"), at: SeededWorld.now)
    #expect(try catalog.listing("stuttgart-brennglas")?.name == "Brennglas")
  }

  /// The listings in each of the files.
  private static let ids: Set<String> = [
    "stuttgart-zum-beispiel", "stuttgart-brennglas", "stuttgart-nachteule", "mures-cules-de-vie",
    "mures-maraton-corneasti", "mures-strada-de-vara", "budapest-csendes-haz", "budapest-kazinczy-galeria",
    "budapest-duna-part",
  ]

  @Test("is copied before it is brought up to date, and can be put back", arguments: forms.dropLast())
  func copied(form: String) throws {
    let folder = try CatalogFolder()
    let path = try copy(form, into: folder)
    let questions = try Self.questions(path)
    let before = try Self.rows(of: questions, path)
    let first = try #require(Self.forms.drop { $0 != form }.dropFirst().first)
    let migration = try #require(try Catalog(path: path, access: .readWrite).migration)
    let copy = try #require(migration.copy)
    #expect(copy.hasSuffix("/old.gpkg.before-\(first)") && migration.steps.first == first)
    #expect(try Self.rows(of: questions, copy) == before)
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
    #expect(Catalog.migrationCopies(of: path) == [copy])
    #expect(try Catalog(path: path, access: .readWrite).migration == nil)
    // Back, and forward again: the newer copy replaces the former one.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: copy, toPath: path)
    #expect(try Catalog.migrate(path: path) == migration.steps)
    #expect(try folder.names == ["old.gpkg", "old.gpkg.before-\(first)"])
    try FileManager.default.removeItem(atPath: copy)
    #expect(try Catalog.migrate(path: path, keepsCopy: false) == [] && folder.names == ["old.gpkg"])
  }

  @Test("is copied by a backup as it is", arguments: forms.dropLast())
  func backedUp(form: String) throws {
    let folder = try CatalogFolder()
    let path = try copy(form, into: folder)
    let (questions, bytes) = (try Self.questions(path), try Data(contentsOf: URL(filePath: path)))
    let made = try Catalog.backUp(path, to: folder.path("copy.gpkg"))
    #expect(made.missing == Array(Self.forms.drop { $0 != form }.dropFirst()) && made.unknown == [])
    #expect(made.listings == 9)
    #expect(try Self.rows(of: questions, folder.path("copy.gpkg")) == Self.rows(of: questions, path))
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes && folder.names == ["copy.gpkg", "old.gpkg"])
    // One of a newer version as well.
    try TestDatabase.run("INSERT INTO grdb_migrations VALUES ('99-future')", path: path)
    #expect(try Catalog.backUp(path, to: folder.path("newer.gpkg")).unknown == ["99-future"])
  }

  @Test("keeps its schema when there is no room for a copy, and says so")
  func noRoom() throws {
    let folder = try CatalogFolder()
    let path = try copy("1-listings", into: folder)
    // At the path of the copy there is a folder that cannot be replaced.
    try FileManager.default.createDirectory(
      atPath: path + ".before-2-statistics/x", withIntermediateDirectories: true)
    let error = #expect(throws: CatalogError.self) { try Catalog(path: path, access: .readWrite) }
    #expect(error?.code == "cannot-copy" && error?.remedy == .migrateWithoutCopy(path: path))
    #expect(throws: CatalogError.self) { try Catalog(path: path) }
    #expect(try Catalog.migrate(path: path, keepsCopy: false).count == Self.forms.count - 1)
  }

  @Test(
    "is on disk once it has been migrated, also while it is being read",
    .enabled(if: FaultyDisk.seesSyncs), arguments: forms.dropLast())
  func durable(form: String) throws {
    let disk = try FaultyDisk()
    let path = disk.folder.appending(path: "old.gpkg").path
    let original = Array(try Data(contentsOf: Self.fixtures.appending(path: "\(form).gpkg")))
    try Data(original).write(to: URL(filePath: path))
    disk.record()
    try TestDatabase.reading(path) {
      try Catalog.migrate(path: path)
      let recording = DiskRecording(start: ["old.gpkg": original], events: disk.recorded())
      let folder = try CatalogFolder()
      for (name, bytes) in recording.files(after: recording.events.count, .none) {
        try Data(bytes).write(to: folder.url.appending(path: name))
      }
      #expect(try Catalog(path: folder.path("old.gpkg")).check() == [])
    }
    try disk.remove()
  }

  @Test("on read-only media says what to do", .enabled(if: Unprivileged.isPossible), arguments: forms.dropLast())
  func readOnly(form: String) throws {
    let folder = try CatalogFolder()
    let path = try copy(form, into: folder)
    try folder.forbidWriting()
    try Unprivileged.run {
      let steps = Array(Self.forms.drop { $0 != form }.dropFirst())
      #expect(throws: CatalogError.needsMigration(path: path, missing: steps)) { try Catalog(path: path) }
      #expect(throws: CatalogError.notWritable(path: path)) { try Catalog.migrate(path: path) }
    }
    #expect(try folder.names == ["old.gpkg"])
  }

  @Test("a step that cannot be gone leaves the file as it was")
  func undone() throws {
    let folder = try CatalogFolder()
    let path = try copy("1-listings", into: folder)
    // The last migration finds its table already there.
    try TestDatabase.run("CREATE TABLE exact_point (a)", path: path)
    let tables = "SELECT name FROM sqlite_schema ORDER BY name"
    let before = try TestDatabase.rows(tables, path: path)
    #expect(throws: (any Error).self) { try Catalog.migrate(path: path) }
    #expect(try TestDatabase.rows(tables, path: path) == before)
    #expect(try TestDatabase.rows("SELECT identifier FROM grdb_migrations", path: path) == [["1-listings"]])
  }
}
