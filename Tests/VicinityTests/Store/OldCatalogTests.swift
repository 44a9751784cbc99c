import Foundation
import TestSupport
import Testing

@testable import Vicinity

/// Catalogs of every form that has been released: `docs/files.md` says what is promised of them.
@Suite("Catalogs of older versions")
struct OldCatalogTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/catalogs")

  /// The steps after which a version was released; all but the newest need a file.
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

  @Test("is brought up to date by the first opening for writing, with all its listings", arguments: forms.dropLast())
  func migrated(form: String) throws {
    let folder = try CatalogFolder()
    let path = try copy(form, into: folder)
    let steps = Array(Self.forms.drop { $0 != form }.dropFirst())
    #expect(throws: CatalogError.needsMigration(path: path, missing: steps)) { try Catalog(path: path) }
    #expect(try Catalog.migrate(path: path) == steps)
    #expect(try Catalog.migrate(path: path) == [])
    let catalog = try Catalog(path: path, access: .readWrite)
    #expect(try catalog.check() == [])
    let kinds = try catalog.answer(Query(), at: SeededWorld.now).matches.map(\.kind)
    #expect(Set(kinds) == Set(Kind.allCases))
    var query = Query()
    query.text = "brenn"
    #expect(try catalog.answer(query, at: SeededWorld.now).matches.map(\.id) == ["stuttgart-brennglas"])
    try catalog.perform(.favourite(listing: "stuttgart-brennglas", member: "m"), at: SeededWorld.now)
    #expect(try catalog.listing("stuttgart-brennglas")?.name == "Brennglas")
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
    // The last step finds its table there already.
    try TestDatabase.run("CREATE TABLE exact_point (a)", path: path)
    let tables = "SELECT name FROM sqlite_schema ORDER BY name"
    let before = try TestDatabase.rows(tables, path: path)
    #expect(throws: (any Error).self) { try Catalog.migrate(path: path) }
    #expect(try TestDatabase.rows(tables, path: path) == before)
    #expect(try TestDatabase.rows("SELECT identifier FROM grdb_migrations", path: path) == [["1-listings"]])
  }
}
