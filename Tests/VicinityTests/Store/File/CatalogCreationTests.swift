import Foundation
import Geography
import Synchronization
import TestSupport
import Testing

@testable import Vicinity

@Suite("Making a catalog")
struct CatalogCreationTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-making-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func listing(_ id: String) -> Listing {
    Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 9))
  }

  @Test("journals that an earlier database has left are not played back into the new one", arguments: [true, false])
  func orphanedJournals(emptyFileStays: Bool) throws {
    let path = folder.appending(path: "catalog.gpkg").path
    let copy = folder.appending(path: "copy-wal").path
    do {
      let old = try Catalog(path: path, access: .create)
      try old.save((0..<200).map { listing("old-\($0)") }, source: "old")
      // A database that is closed properly removes its journal; one whose process was killed does not.
      try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy)
    }
    try FileManager.default.removeItem(atPath: path)
    if emptyFileStays { try Data().write(to: URL(filePath: path)) }
    for journal in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path + journal) {
      try FileManager.default.removeItem(atPath: path + journal)
    }
    try FileManager.default.moveItem(atPath: copy, toPath: path + "-wal")
    let new = try Catalog(path: path, access: .create)
    try new.save([listing("new")], source: "new")
    #expect(try new.check() == [])
    #expect(try new.answer(Query(), at: SeededWorld.now).matches.map(\.id) == ["new"])
  }

  @Test("of many that create the same catalog at once, none loses what it saves", arguments: 1...4)
  func together(round: Int) throws {
    let path = folder.appending(path: "together-\(round).gpkg").path
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      do {
        try Catalog(path: path, access: .create).save([listing("l\(number)")], source: "s\(number)")
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let catalog = try Catalog(path: path)
    #expect(try catalog.statistics().listings == 6)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".new-") }
    #expect(left == [], "no draft stays")
  }

  @Test("an empty file becomes a catalog, and one under a symbolic link stays under it")
  func emptyFile() throws {
    let (target, link) = (folder.appending(path: "target.gpkg"), folder.appending(path: "link.gpkg"))
    try Data().write(to: target)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    try Catalog(path: link.path, access: .create).save([listing("a")], source: "s")
    #expect(try Catalog(path: target.path).statistics().listings == 1)
  }
}
