import Foundation
import Synchronization
import TestSupport
import Testing
import Vicinity

@Suite("The lock of a server")
struct ServingLockTests {
  @Test("is acquired by the next server once the first has ended; its message names the process")
  func lock() throws {
    let folder = try CatalogFolder()
    let path = folder.path("a.gpkg")
    let first = try ServingLock(catalog: path, waiting: 0)
    #expect(first.isHeld)
    let error = #expect(throws: CatalogError.self) { try ServingLock(catalog: path, waiting: 0) }
    #expect(error == .served(path: path, process: "\(getpid())"))
    try Data().write(to: URL(filePath: path))
    try FileManager.default.createSymbolicLink(atPath: folder.path("b.gpkg"), withDestinationPath: path)
    #expect(throws: CatalogError.self) { try ServingLock(catalog: folder.path("b.gpkg"), waiting: 0) }
    let waited = Mutex<[String?]>([])
    DispatchQueue.global().async {
      while waited.withLock(\.isEmpty) { usleep(1000) }
      first.release()
    }
    let second = try ServingLock(catalog: path, waiting: 60) { holder in waited.withLock { $0.append(holder) } }
    #expect(second.isHeld && waited.withLock { $0 } == ["\(getpid())"])
    second.release()
    #expect(try folder.names == ["a.gpkg", "b.gpkg"])
  }

  @Test("holds against a server that can neither write nor read it", arguments: [0o444, 0])
  func foreignLock(permissions: Int) throws {
    let folder = try CatalogFolder()
    let path = folder.path("a.gpkg")
    let first = try ServingLock(catalog: path, waiting: 0)
    let lock = try #require(try folder.names.first { $0.hasSuffix(".lock") })
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path(lock))
    #expect(throws: CatalogError.self) { try ServingLock(catalog: path, waiting: 0) }
    first.release()
    #expect(try ServingLock(catalog: path, waiting: 0).isHeld)
  }
}
