import Foundation
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

/// A large load into an empty catalog writes a new file, which then replaces the catalog.
@Suite("A large load into an empty catalog")
struct CatalogDraftTests {
  private let folder: CatalogFolder
  private var path: String { folder.path("c.gpkg") }
  private let listings = SeededWorld(
    seed: 21, count: 1500, center: Coordinate(latitude: 47, longitude: 19), spreadDegrees: 1
  ).listings

  init() throws { folder = try CatalogFolder() }

  private func load(_ kind: LoadKind, into catalog: Catalog) throws -> BulkLoadCounts {
    try catalog.bulkLoad(source: "s", at: SeededWorld.now, kind) { try $0.stage(listings) }
  }

  private func stamp() throws -> FileStamp { try #require(FileStamp(path: path)) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func count(_ catalog: Catalog) throws -> Int {
    var query = Query()
    (query.limit, query.total) = (0, true)
    query.includePast()
    return try #require(try catalog.answer(query, at: SeededWorld.now).total)
  }

  @Test("has the content that a transaction writes, and keeps what the catalog had")
  func content() throws {
    let contents = try [LoadKind.small, .large].map { kind in
      let path = folder.path("\(kind).gpkg")
      let catalog = try Catalog(path: path, access: .create)
      try catalog.set(.guestRatings, to: true)
      try catalog.add(try #require(OwnField(name: "stars", type: .number)))
      let first = FileStamp(path: path)
      #expect(try load(kind, into: catalog).added == listings.count)
      #expect(try catalog.check() == [])
      #expect(try TestDatabase.rows("PRAGMA integrity_check", path: path) == [["ok"]])
      #expect(FileStamp(path: path)?.isSameFile(as: try #require(first)) == (kind == .small))
      // The number of the schema, which counts its changes, differs.
      return try TestDatabase.content(path: path).filter { !$0.hasPrefix("leaf_image: 0|") }
    }
    #expect(contents[0] == contents[1])
  }

  @Test("has the definitions of every other catalog")
  func definitions() throws {
    let catalog = try Catalog(path: path, access: .create)
    let sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    let before = try TestDatabase.rows(sql, path: path)
    _ = try load(.large, into: catalog)
    #expect(try TestDatabase.rows(sql, path: path) == before)
    #expect(throws: (any Error).self) {
      try TestDatabase.run("INSERT INTO listing SELECT * FROM listing LIMIT 1", path: path)
    }
  }

  @Test("is seen at once by this catalog, and by others that have the former file open; they change the new one")
  func others() throws {
    let catalog = try Catalog(path: path, access: .create)
    let other = try Catalog(path: path, access: .readWrite)
    let reader = try Catalog(path: path)
    for each in [catalog, other, reader] { #expect(try count(each) == 0) }
    _ = try load(.large, into: catalog)
    #expect(try count(catalog) == listings.count)
    let bar = try #require(listings.first { $0.kind == .bar })
    try other.perform(.favorite(listing: bar.id, member: "ana"), at: SeededWorld.now)
    try catalog.perform(.favorite(listing: bar.id, member: "ben"), at: SeededWorld.now)
    let members = try TestDatabase.rows("SELECT member FROM favourite ORDER BY member", path: path)
    #expect(members == [["ana"], ["ben"]])
    Thread.sleep(forTimeInterval: 0.15)
    for each in [other, reader] { #expect(try count(each) == listings.count) }
    #expect(try catalog.check() == [])
  }

  @Test("is a transaction while another program reads an earlier version")
  func logInUse() throws {
    let catalog = try Catalog(path: path, access: .create)
    let file = try stamp()
    try TestDatabase.reading(path) {
      try catalog.set(.guestRatings, to: true)
      #expect(try load(.large, into: catalog).added == listings.count)
    }
    #expect(try stamp().isSameFile(as: file))
    #expect(try count(catalog) == listings.count)
  }

  @Test("that fails leaves the catalog as it was, and no other file")
  func undone() throws {
    struct Interrupted: Error {}
    let catalog = try Catalog(path: path, access: .create)
    let file = try stamp()
    #expect(throws: Interrupted.self) {
      _ = try catalog.bulkLoad(source: "s", at: SeededWorld.now, .large) {
        try $0.stage(listings)
        throw Interrupted()
      }
    }
    #expect(try stamp().isSameFile(as: file))
    #expect(try names().filter { !["c.gpkg", "c.gpkg-shm", "c.gpkg-wal"].contains($0) } == [])
    #expect(try count(catalog) == 0)
    #expect(try catalog.removeIfUnused())
    #expect(try names() == [])
  }

  @Test("keeps the permissions of the file, and removes what a killed process has left")
  func permissions() throws {
    let catalog = try Catalog(path: path, access: .create)
    #expect(chmod(path, 0o640) == 0)
    try Data("left".utf8).write(to: folder.url.appending(path: "c.gpkg.import"))
    _ = try load(.large, into: catalog)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try !names().contains { $0.contains(".import") })
  }

  @Test("follows a symbolic link")
  func link() throws {
    let real = folder.path("real.gpkg")
    _ = try Catalog(path: real, access: .create)
    #expect(symlink(real, path) == 0)
    let catalog = try Catalog(path: path, access: .readWrite)
    _ = try load(.large, into: catalog)
    #expect(try count(Catalog(path: real)) == listings.count)
  }
}
