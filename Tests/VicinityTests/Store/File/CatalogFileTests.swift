import Foundation
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("The catalog file")
struct CatalogFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test("a missing file is named, with the way to make one")
  func missing() {
    let path = folder.appending(path: "none.gpkg").path
    #expect(throws: CatalogError.notFound(path: path)) { try Catalog(path: path) }
    #expect(throws: CatalogError.notFound(path: path)) { try Catalog(path: path, access: .readWrite) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "a file that is something else is refused and not touched",
    arguments: ["name,lat,lon\nbar,48,9\n", "SQLite format 3\u{0} and then something else", ""],
    [Catalog.Access.readOnly, .readWrite])
  func foreign(content: String, access: Catalog.Access) throws {
    let path = folder.appending(path: "foreign-\(UUID().uuidString)").path
    try Data(content.utf8).write(to: URL(filePath: path))
    #expect(throws: CatalogError.self) { try Catalog(path: path, access: access) }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(content.utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test("another program's SQLite file is refused and not touched", arguments: [Catalog.Access.readOnly, .create])
  func foreignDatabase(access: Catalog.Access) throws {
    let path = folder.appending(path: "other.sqlite").path
    try TestDatabase.run("CREATE TABLE t (a); INSERT INTO t VALUES (1)", path: path)
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(throws: CatalogError.notACatalog(path: path, reason: "the table gpkg_contents is missing")) {
      try Catalog(path: path, access: access)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("a folder is refused")
  func directory() {
    #expect(throws: CatalogError.notACatalog(path: folder.path, reason: "it is a folder")) {
      try Catalog(path: folder.path)
    }
  }

  @Test("a file of a newer version is refused", arguments: [Catalog.Access.readOnly, .readWrite])
  func newer(access: Catalog.Access) throws {
    let temporary = try TemporaryCatalog()
    try TestDatabase.run("INSERT INTO grdb_migrations VALUES ('99-future')", path: temporary.path)
    #expect(throws: CatalogError.tooNew(path: temporary.path, migrations: ["99-future"])) {
      try Catalog(path: temporary.path, access: access)
    }
  }

  @Test("a file of a newer version says how to go back")
  func back() {
    let error = CatalogError.tooNew(path: "a.gpkg", migrations: ["13-more", "14-future"])
    #expect(error.description.contains("a.gpkg.before-13-more"))
  }

  @Test("a new catalog is accessible only to its owner, with its log and its copies")
  func modes() throws {
    let folder = try CatalogFolder()
    let catalog = try Catalog(path: folder.path("a.gpkg"), access: .create)
    try catalog.save(
      [Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))], source: "x",
      at: SeededWorld.now)
    try catalog.backUp(to: folder.path("b.gpkg"))
    for name in try folder.names {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name): \(mode ?? 0)")
    }
    #expect(try folder.names.contains("a.gpkg-wal") && folder.names.contains("b.gpkg"))
  }

  @Test("a catalog opened for reading refuses changes")
  func readOnly() throws {
    let temporary = try TemporaryCatalog()
    let reader = try Catalog(path: temporary.path)
    #expect(throws: CatalogError.readOnly(path: temporary.path)) { try reader.save([], source: "x") }
  }

  @Test("a new catalog is an empty GeoPackage 1.3")
  func emptyGeoPackage() throws {
    let temporary = try TemporaryCatalog()
    let values = try TestDatabase.rows(
      "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version", path: temporary.path)
    #expect(values == [["1196444487", "10300"]])
    #expect(try temporary.catalog.check() == [])
    #expect(try temporary.catalog.answer(Query(), at: SeededWorld.now).matches.isEmpty)
  }

  @Test("every defect is reported")
  func defects() throws {
    let world = SeededWorld(seed: 1, count: 60, center: Coordinate(latitude: 50, longitude: 8), spreadDegrees: 1)
    let temporary = try TemporaryCatalog(world.listings)
    #expect(try temporary.catalog.check() == [])
    try TestDatabase.run(
      """
      DELETE FROM rtree_listing_geom WHERE id = 1;
      DELETE FROM listing_text WHERE rowid = 2;
      INSERT INTO listing_tag VALUES (999, 1);
      DROP TRIGGER rtree_listing_geom_update1;
      INSERT INTO block (fid, from_date, to_date) VALUES (3, '2026-12-01', '2026-12-05'), (3, '2026-12-04', '2026-12-06');
      """, path: temporary.path)
    let codes = Set(try temporary.catalog.check().map(\.code))
    #expect(
      codes.isSuperset(of: ["rtree-missing", "text-missing", "dangling-reference", "schema", "blocks-overlap"]))
  }
}
