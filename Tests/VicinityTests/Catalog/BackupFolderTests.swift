import CivilTime
import Foundation
import GRDB
import Geography
import Synchronization
import TestSupport
import Testing

@testable import Vicinity

@Suite("Folders of backups")
struct BackupFolderTests {
  private typealias World = BackupWorld

  @Test("have complete backups, which restore everything, for their owner alone")
  func restored() throws {
    let world = try World()
    try world.register("ana")
    let made = try world.backUp(day: 0)
    #expect(made.backup.path.hasSuffix("/backups/catalog-\(StoredBackup.text(of: World.time(0)))"))
    #expect(made.isRecorded && made.content.accounts == 1 && made.content.pictures == 2 && made.content.mails == 1)
    let record = try #require(BackupRecord(at: world.files.record))
    #expect(record.time == World.time(0) && record.bytes == made.content.bytes && record.listings == 30)
    #expect(try World.modes(in: made.backup.path) == [0o600, 0])
    let before = try World.content(of: world.files)
    // Everything changes, and is then as before.
    try world.register("bela")
    try world.temporary.catalog.save([World.bar(99)], source: "test", at: SeededWorld.now)
    try Data("changed".utf8).write(to: URL(filePath: world.files.media + "/cc"))
    let target = CatalogFiles(catalog: world.temporary.folder.appending(path: "restored/near.gpkg").path)
    try FileManager.default.createDirectory(atPath: target.folder, withIntermediateDirectories: true)
    let found = try StoredBackup.find(world.backups.path, ofCatalog: world.temporary.path)
    let restored = try Catalog.restore(found, to: target.catalog, replacing: false, at: World.time(1), areas: nil)
    #expect(restored.former == [] && restored.content.catalog.path == target.catalog)
    #expect(try World.modes(in: target.folder) == [0o600, 0])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: target.folder).sorted()
        == ["near.accounts.sqlite", "near.backup.json", "near.gpkg", "near.mail", "near.media"])
    #expect(try World.content(of: target) == before)
    try Catalog(path: target.catalog, access: .readWrite).save([World.bar(100)], source: "test", at: SeededWorld.now)
  }

  @Test("have catalog and accounts as they were at one moment, while both are changed")
  func oneMoment() throws {
    let world = try World(listings: 0)
    let written = Mutex(0)
    let isDone = Mutex(false)
    let ended = DispatchSemaphore(value: 0)
    // Each member is registered before their bar is saved.
    Thread {
      while !isDone.withLock({ $0 }) {
        let number = written.withLock { $0 }
        #expect(throws: Never.self) {
          try world.register("member-\(number)")
          try world.temporary.catalog.save([World.bar(number)], source: "test", at: SeededWorld.now)
        }
        written.withLock { $0 += 1 }
      }
      ended.signal()
    }.start()
    for day in 0..<12 {
      while written.withLock({ $0 }) <= day { usleep(1000) }
      let content = try world.backUp(day: day, keep: 3).content
      let (members, bars) = (content.accounts ?? 0, content.catalog.listings)
      #expect(members > day && (members == bars || members == bars + 1), "\(members), \(bars)")
    }
    isDone.withLock { $0 = true }
    ended.wait()
    #expect(try world.names.count == 3)
  }

  @Test("keep the latest backups, and everything that is not a complete backup of this catalog")
  func retention() throws {
    let world = try World()
    for day in 0..<3 { try world.backUp(day: day) }
    let name = { (day: Int) in "catalog-\(StoredBackup.text(of: World.time(day)))" }
    let files = FileManager.default
    // Not its own: without a record, with other files, of another catalog, a link, and what an ended process left.
    let others = ["notes", name(-1), "near-\(StoredBackup.text(of: World.time(0)))"]
    for other in others { try BackupFolder.make(at: "\(world.backups.path)/\(other)") }
    try Data().write(to: URL(filePath: "\(world.backups.path)/\(name(0))/notes.txt"))
    try files.createSymbolicLink(
      atPath: "\(world.backups.path)/\(name(-2))", withDestinationPath: "\(world.backups.path)/\(name(2))")
    try BackupFolder.make(at: "\(world.backups.path)/\(name(-3)).part")
    try Data().write(to: URL(filePath: "\(world.backups.path)/\(name(-3)).part/catalog.gpkg"))
    let made = try world.backUp(day: 3, keep: 2)
    #expect(made.removed == ["\(world.backups.path)/\(name(1))"])
    #expect(try world.names == (others + [name(-2), name(0), name(2), name(3)]).sorted())
    // Also when the clock goes backwards, the one just made stays.
    let early = try world.backUp(day: 1, keep: 1)
    #expect(early.removed == ["\(world.backups.path)/\(name(2))", "\(world.backups.path)/\(name(3))"])
    let remaining = ["\(world.backups.path)/\(name(0))", early.backup.path]
    #expect(try world.backups.backups(of: "catalog").map(\.path) == remaining)
    #expect(throws: CatalogError.self, "a second one of the same second") { try world.backUp(day: 1) }
  }

  @Test("link the pictures of the backup before that are intact, and copy the others")
  func pictures() throws {
    let world = try World()
    let first = try world.backUp(day: 0).backup
    try world.addMedium("another")
    // One damaged picture in the backup, of the same size, and one next to the catalog.
    try Data("broken!".utf8).write(to: URL(filePath: "\(first.files.media)/\(World.picture)"))
    try Data("viDeo".utf8).write(to: URL(filePath: "\(world.files.media)/\(World.video)"))
    let second = try world.backUp(day: 1)
    func links(_ name: String) -> Int? {
      let path = "\(second.backup.files.media)/\(name)"
      return try? FileManager.default.attributesOfItem(atPath: path)[.referenceCount] as? Int
    }
    #expect(links(World.picture) == 1 && links(World.video) == 2 && links(World.name(of: "another")) == 1)
    #expect(second.content.damaged == [], "the intact video is that of the first backup")
    let content = try World.content(of: second.backup.files)
    #expect(content.contains("\(World.picture) picture") && content.contains("\(World.video) video"))
    #expect(throws: BackupError.damaged(path: first.path, files: [World.picture])) {
      try Catalog.rehearse(first, at: World.time(2), areas: nil)
    }
    let target = world.temporary.folder.appending(path: "restored.gpkg").path
    let restored = try Catalog.restore(first, to: target, replacing: false, at: World.time(2), areas: nil)
    #expect(restored.content.damaged == [World.picture], "a restore takes what there is")
    try world.backUp(day: 2, keep: 1)
    #expect(!FileManager.default.fileExists(atPath: first.path))
    try Data("broken!".utf8).write(to: URL(filePath: "\(world.files.media)/\(World.picture)"))
    let alone = world.temporary.folder.appending(path: "alone.gpkg").path
    let damaged = try Catalog.backUpAll(of: world.temporary.path, to: alone, areas: nil).damaged
    #expect(damaged == [World.picture, World.video].sorted(), "a backup without a former one")
  }

  @Test("refuse what is not a complete backup", arguments: ["catalog", "media", "record", "text", "pages"])
  func torn(part: String) throws {
    let world = try World()
    let backup = try world.backUp(day: 0).backup
    switch part {
    case "catalog": #expect(truncate(backup.files.catalog, 40_960) == 0)
    case "media": try FileManager.default.removeItem(atPath: backup.files.media + "/\(World.picture)")
    case "record": try FileManager.default.removeItem(atPath: backup.files.record)
    case "text": try Data("{".utf8).write(to: URL(filePath: backup.files.record))
    default:
      let file = try FileHandle(forUpdating: URL(filePath: backup.files.catalog))
      try file.seek(toOffset: 8 * 4096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 16 * 4096))
      try file.close()
    }
    let target = world.temporary.folder.appending(path: "restored.gpkg").path
    #expect(throws: (any Error).self) {
      let found = try StoredBackup.find(backup.path, ofCatalog: target)
      _ = try Catalog.restore(found, to: target, replacing: false, at: World.time(1), areas: nil)
    }
    #expect(throws: (any Error).self) {
      _ = try Catalog.rehearse(
        StoredBackup.find(backup.path, ofCatalog: target), at: World.time(1), areas: nil)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: world.temporary.folder.path)
    #expect(!left.contains { $0.hasPrefix("restored") }, "\(left)")
  }

  @Test("keep backups of another catalog with the same name, and those with other files")
  func shared() throws {
    let world = try World()
    let folder = world.temporary.folder.appending(path: "other")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let other = folder.appending(path: "catalog.gpkg").path
    _ = try Catalog.backUpAll(of: world.temporary.path, to: other, areas: nil)
    let first = try world.backups.add(other, keep: 1, at: World.time(0), areas: nil).backup
    let marked = try world.backUp(day: 1).backup
    try Data().write(to: URL(filePath: marked.path + "/note"))
    #expect(try world.backUp(day: 2, keep: 1).removed == [])
    let latest = try world.backUp(day: 3, keep: 1)
    #expect(latest.removed.count == 1)
    #expect(try world.backups.backups(of: "catalog").map(\.path) == [first.path, marked.path, latest.backup.path])
    #expect(try StoredBackup.find(world.backups.path, ofCatalog: other).path == first.path)
    #expect(try StoredBackup.find(world.backups.path, ofCatalog: world.temporary.path).path == latest.backup.path)
    #expect(throws: BackupError.self) { try StoredBackup.find(world.backups.path, ofCatalog: "/nowhere/catalog.gpkg") }
  }

  @Test("say which backup they have")
  func found() throws {
    let world = try World()
    let path = world.temporary.path
    func error(_ backup: String, _ catalog: String = "near.gpkg") -> BackupError? {
      #expect(throws: BackupError.self) { try StoredBackup.find(backup, ofCatalog: catalog) }
    }
    #expect(error(world.backups.path) == .none(path: world.backups.path))
    #expect(error("/nowhere/at/all") == .none(path: "/nowhere/at/all"))
    for day in 0..<2 { try world.backUp(day: day) }
    #expect(try StoredBackup.find(world.backups.path + "/", ofCatalog: "near.gpkg").record.time == World.time(1))
    let copy = world.temporary.folder.appending(path: "bars.gpkg").path
    _ = try Catalog.backUpAll(of: path, to: copy, areas: nil)
    #expect(try StoredBackup.find(copy, ofCatalog: "x.gpkg").record.listings == 0, "it has no record")
    let bars = try world.backups.add(copy, keep: 1, at: World.time(5), areas: nil)
    #expect(bars.removed == [])
    #expect(error(world.backups.path) == .several(path: world.backups.path, names: ["bars", "catalog"]))
    #expect(try StoredBackup.find(world.backups.path, ofCatalog: path).record.time == World.time(1))
  }

  @Test("replace a catalog only when asked to, and keep all of its files")
  func replaced() throws {
    let world = try World()
    let backup = try world.backUp(day: 0).backup
    try world.register("bela")
    try world.temporary.catalog.save([World.bar(99)], source: "test", at: SeededWorld.now)
    try world.accounts.close()
    let (path, now) = (world.temporary.path, World.time(1))
    let changed = try World.content(of: world.files)
    #expect(throws: BackupError.taken(path: path)) {
      try Catalog.restore(backup, to: path, replacing: false, at: now, areas: nil)
    }
    let lock = try ServingLock(catalog: path, waiting: 0)
    #expect(throws: CatalogError.served(path: path, process: "\(getpid())")) {
      try Catalog.restore(backup, to: path, replacing: true, at: now, areas: nil)
    }
    lock.release()
    #expect(try World.content(of: world.files) == changed)
    world.temporary.catalog.close()
    let restored = try Catalog.restore(backup, to: path, replacing: true, at: now, areas: nil)
    let former = try #require(restored.former.first)
    #expect(former.hasSuffix("catalog-before-restore-\(StoredBackup.text(of: now))"))
    #expect(try World.content(of: world.files.inFolder(former)) == changed)
    #expect(try World.content(of: world.files) == World.content(of: backup.files))
    #expect(try world.temporary.catalog.statistics().listings == 30)
  }

  @Test("are rehearsed, also for a catalog of an older version")
  func rehearsed() throws {
    let world = try World()
    try world.register("ana")
    let rehearsal = try Catalog.rehearse(world.backUp(day: 0).backup, at: World.time(0), areas: nil)
    #expect(rehearsal.content.catalog.listings == 30 && rehearsal.content.accounts == 1 && rehearsal.bookings == 0)
    #expect(rehearsal.matches == Query().limit && rehearsal.migrations == [])
    let old = world.temporary.folder.appending(path: "old.gpkg").path
    let fixture = Project.root.appending(path: "Tests/VicinityTests/Fixtures/catalogs/9-own.gpkg").path
    try FileManager.default.copyItem(atPath: fixture, toPath: old)
    let made = try world.backups.add(old, keep: 1, at: World.time(1), areas: nil)
    let bytes = try Data(contentsOf: URL(filePath: made.backup.files.catalog))
    let migrated = try Catalog.rehearse(made.backup, at: World.time(1), areas: nil)
    #expect(migrated.migrations.first == "10-news" && migrated.content.catalog.listings == 9)
    #expect(try Data(contentsOf: URL(filePath: made.backup.files.catalog)) == bytes, "the backup is unchanged")
  }
}
