import Foundation
import GRDB
import Geography
import TestSupport
import Testing

@testable import Vicinity

@Suite("Backups")
struct BackupTests {
  private static func bar(_ number: Int) -> Listing {
    Listing(id: "bar-\(number)", kind: .bar, coordinate: Coordinate(latitude: 48.7, longitude: 9.1))
  }

  @Test("are sound while others write, and hold one version")
  func whileWriting() async throws {
    let temporary = try TemporaryCatalog((0..<500).map(Self.bar))
    let writing = Task.detached {
      for number in 0..<40 {
        try temporary.catalog.save([Self.bar(1000 + number)], source: "test", at: SeededWorld.now)
      }
    }
    let path = temporary.folder.appending(path: "copy.gpkg").path
    let copy = try temporary.catalog.backUp(to: path)
    try await writing.value
    #expect(try Catalog(path: path).check().isEmpty)
    #expect(try Catalog(path: path).statistics().listings == copy.listings && (500...540).contains(copy.listings))
    let files = try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path)
    #expect(!files.contains { $0.hasSuffix(".part") || $0.hasPrefix("copy.gpkg-") })
    #expect(throws: CatalogError.self) { try temporary.catalog.backUp(to: path) }
  }

  @Test("can be made with any program once the catalog is closed, which can be used again")
  func closed() throws {
    let temporary = try TemporaryCatalog((0..<20).map(Self.bar))
    let catalog = temporary.catalog
    let path = catalog.path
    func answered() throws -> Int { try catalog.answer(Query(), at: SeededWorld.now).matches.count }
    let files = FileManager.default
    for number in 0..<3 {
      let count = try answered()
      catalog.close()
      #expect(!files.fileExists(atPath: path + "-wal") && !files.fileExists(atPath: path + "-shm"))
      #expect(try Catalog(path: path).check().isEmpty)
      try catalog.save([Self.bar(1000 + number)], source: "test", at: SeededWorld.now)
      #expect(try answered() == min(20, count + 1))
      #expect(try catalog.statistics().listings == 21 + number)
    }
  }

  @Test("can be changed like the catalog, also copies of a file that has no log")
  func restored() throws {
    let temporary = try TemporaryCatalog((0..<20).map(Self.bar))
    let (copy, plain) = (
      temporary.folder.appending(path: "a.gpkg").path, temporary.folder.appending(path: "b.gpkg").path
    )
    try temporary.catalog.backUp(to: copy)
    try temporary.catalog.backUp(to: plain)
    try DatabaseQueue(path: plain).inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    for path in [copy, plain] {
      let restored = try Catalog(path: path, access: .readWrite)
      try restored.save([Self.bar(99)], source: "test", at: SeededWorld.now)
      #expect(try restored.statistics().listings == 21)
      #expect(try restored.check().isEmpty)
    }
  }
}
