import Foundation
import Geography
import TestSupport
import Testing

@testable import Vicinity

/// A catalog that its reader has no permission to write.
@Suite("A catalog one may read but not write", .enabled(if: Unprivileged.isPossible))
struct ReadOnlyCatalogTests {
  private let folder: CatalogFolder
  private var path: String { folder.path("c.gpkg") }

  init() throws { folder = try CatalogFolder() }

  /// The journal files next to the catalog.
  enum Beside: CaseIterable {
    case nothing
    /// As left by a reader that could not remove it.
    case emptyLog
    case logWithIndex
    case logWithoutIndex
    /// Not the beginning of a journal.
    case rubbish
  }

  /// Two listings, the second of which is in the log if there is one.
  private func make(_ beside: Beside, at name: String = "c.gpkg", ids: [String] = ["a", "b"]) throws {
    let temporary = try TemporaryCatalog([listing(ids[0])])
    try TestDatabase.run("PRAGMA wal_checkpoint(TRUNCATE)", path: temporary.path)
    try temporary.catalog.save([listing(ids[1])], source: "more")
    if beside != .logWithIndex, beside != .logWithoutIndex {
      try TestDatabase.run("PRAGMA wal_checkpoint(TRUNCATE)", path: temporary.path)
    }
    try folder.copy(temporary.path, to: name)
    switch beside {
    case .nothing: break
    case .rubbish: try Data("not a journal".utf8).write(to: folder.url.appending(path: name + "-journal"))
    case .logWithoutIndex: try folder.copy(temporary.path + "-wal", to: name + "-wal")
    case .emptyLog, .logWithIndex:
      try folder.copy(temporary.path + "-wal", to: name + "-wal")
      try folder.copy(temporary.path + "-shm", to: name + "-shm")
    }
  }

  private func listing(_ id: String) -> Listing {
    var listing = Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
    (listing.name, listing.tags) = ("Bar \(id)", [id])
    return listing
  }

  private func ids(_ catalog: Catalog, tag: String? = nil) throws -> [String] {
    var query = Query()
    query.tags.all = tag.map { [$0] } ?? []
    return try catalog.answer(query, at: SeededWorld.now).matches.map(\.id).sorted()
  }

  @Test("answers with all that was committed, and leaves no file behind", arguments: Beside.allCases, [true, false])
  func answers(beside: Beside, isFolderWritable: Bool) throws {
    try make(beside)
    let before = try folder.names
    try folder.forbidWriting(folder: !isFolderWritable)
    try Unprivileged.run {
      let catalog = try Catalog(path: path)
      #expect(try ids(catalog) == ["a", "b"])
      #expect(try ids(catalog, tag: "b") == ["b"])
      #expect(try catalog.listing("b")?.name == "Bar b")
      #expect(try catalog.check().isEmpty)
      #expect(try folder.names == before)
    }
    #expect(try folder.names == before)
  }

  @Test("its replacement by another file is noticed by the next query", arguments: Beside.allCases, [true, false])
  func replaced(beside: Beside, byMoving: Bool) throws {
    try make(beside)
    try make(.nothing, at: "new.gpkg", ids: ["x", "y"])
    try folder.forbidWriting()
    let catalog = try Unprivileged.run {
      let catalog = try Catalog(path: path)
      #expect(try ids(catalog, tag: "a") == ["a"])
      return catalog
    }
    folder.allow()
    for journal in ["-wal", "-shm", "-journal"] { unlink(path + journal) }
    if byMoving {
      #expect(rename(folder.path("new.gpkg"), path) == 0)
    } else {
      try Data(contentsOf: folder.url.appending(path: "new.gpkg")).write(to: folder.url.appending(path: "c.gpkg"))
    }
    try folder.forbidWriting()
    #expect(try Unprivileged.run { try ids(catalog) } == ["x", "y"])
    // In the previous file this was the number of tag "a".
    #expect(try Unprivileged.run { try ids(catalog, tag: "x") } == ["x"])
  }

  @Test("a scan of the whole file starts over when it has been written in the meantime")
  func writtenMeanwhile() throws {
    try make(.nothing)
    try folder.forbidWriting()
    let catalog = try Unprivileged.run { try Catalog(path: path) }
    var attempts = 0
    let count = try catalog.readFile { worker in
      attempts += 1
      if attempts == 1 {
        folder.allow()
        try Catalog(path: path, access: .readWrite).save([listing("c")], source: "more")
      }
      return try CatalogStatistics(from: worker).kinds.reduce(0) { $0 + $1.count }
    }
    #expect(attempts == 2)
    #expect(count == 3)
  }

  @Test("cannot be opened for changes, and says why", arguments: [Catalog.Access.readWrite, .create])
  func writing(access: Catalog.Access) throws {
    try make(.nothing)
    try folder.forbidWriting()
    try Unprivileged.run {
      #expect(throws: CatalogError.notWritable(path: path)) { try Catalog(path: path, access: access) }
    }
    #expect(try folder.names == ["c.gpkg"])
  }

  @Test("an interrupted change is reported, not ignored")
  func interrupted() throws {
    try make(.nothing)
    let journal = path + "-journal"
    try Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0, 0, 1]).write(to: URL(filePath: journal))
    try folder.forbidWriting()
    try Unprivileged.run {
      #expect(throws: CatalogError.interrupted(path: path, journal: journal)) { try Catalog(path: path) }
    }
  }

  @Test("in another journal mode it answers as well", arguments: ["delete", "persist"])
  func rollbackMode(mode: String) throws {
    try make(.nothing)
    try TestDatabase.run("PRAGMA journal_mode = \(mode)", path: path)
    let before = try folder.names
    try folder.forbidWriting()
    try Unprivileged.run {
      let catalog = try Catalog(path: path)
      #expect(try ids(catalog) == ["a", "b"])
    }
    #expect(try folder.names == before)
  }

  @Test("an unreadable file is reported with the reason")
  func unreadable() throws {
    try make(.nothing)
    chmod(path, 0)
    try Unprivileged.run {
      #expect(throws: CatalogError.unreadable(path: path, reason: "Permission denied")) { try Catalog(path: path) }
    }
  }
}

/// A catalog that its reader may write but does not.
@Suite("Reading a catalog one may write")
struct WritableCatalogReadingTests {
  private static func listing(_ id: String) -> Listing {
    Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
  }

  @Test("leaves no file behind")
  func noFiles() throws {
    let folder = try CatalogFolder()
    let path = folder.path("c.gpkg")
    do { try Catalog(path: path, access: .create).save([Self.listing("a")], source: "s") }
    #expect(try folder.names == ["c.gpkg"])
    do {
      let catalog = try Catalog(path: path)
      #expect(try catalog.answer(Query(), at: SeededWorld.now).matches.map(\.id) == ["a"])
      #expect(try catalog.check().isEmpty)
    }
    #expect(try folder.names == ["c.gpkg"])
  }

  @Test("brings what a killed writer has committed into the file, and loses none of it")
  func killedWriter() throws {
    let folder = try CatalogFolder()
    let path = folder.path("c.gpkg")
    let temporary = try TemporaryCatalog([Self.listing("a"), Self.listing("b")])
    for ending in ["", "-wal", "-shm"] { try folder.copy(temporary.path + ending, to: "c.gpkg" + ending) }
    for _ in 1...2 {
      let catalog = try Catalog(path: path)
      #expect(try catalog.answer(Query(), at: SeededWorld.now).matches.map(\.id) == ["a", "b"])
    }
    #expect(try folder.names == ["c.gpkg"])
  }

  @Test("rubbish under the name of a journal is passed over", arguments: [Catalog.Access.readOnly, .readWrite])
  func rubbishJournal(access: Catalog.Access) throws {
    let folder = try CatalogFolder()
    let path = folder.path("c.gpkg")
    do { try Catalog(path: path, access: .create).save([Self.listing("a")], source: "s") }
    try Data("not a journal".utf8).write(to: URL(filePath: path + "-journal"))
    #expect(try Catalog(path: path, access: access).answer(Query(), at: SeededWorld.now).matches.map(\.id) == ["a"])
  }

  @Test("nothing can be changed through a connection for reading")
  func queryOnly() throws {
    let temporary = try TemporaryCatalog([Self.listing("a")])
    let file = try CatalogFile.openForReading(CatalogPath(temporary.path))
    #expect(file.mode == .shared(mayWrite: true))
    let connection = try file.connect()
    #expect(throws: SQLiteFailure.self) { try connection.statement("DELETE FROM listing").run() }
  }
}
