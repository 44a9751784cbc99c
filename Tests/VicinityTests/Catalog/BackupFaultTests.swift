import CivilTime
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

@Suite("Backups and restores, when others interfere")
struct BackupFaultTests {
  private typealias World = BackupWorld

  /// A writer in the middle of its transaction.
  private static func writer(_ path: String) throws -> DatabaseQueue {
    var configuration = CatalogFile.configurationWithoutFile
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return queue
  }

  @Test("do not replace files that another program is changing", arguments: [true, false])
  func written(isCatalog: Bool) throws {
    let world = try World()
    let backup = try world.backUp(day: 0).backup
    try world.accounts.close()
    let path = isCatalog ? world.files.catalog : world.files.accounts
    let writer = try Self.writer(path)
    let before = try FileManager.default.contentsOfDirectory(atPath: world.temporary.folder.path).sorted()
    #expect(throws: BackupError.written(path: CatalogPath(path).destination)) {
      try Catalog.restore(
        backup, to: world.files.catalog, replacing: true, waiting: 0, at: World.time(1), areas: nil)
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: world.temporary.folder.path).sorted()
    #expect(
      Set(after).subtracting(["catalog.accounts.sqlite-wal", "catalog.accounts.sqlite-shm"]).isSubset(of: before))
    try writer.close()
    let restored = try Catalog.restore(
      backup, to: world.files.catalog, replacing: true, waiting: 0, at: World.time(1), areas: nil)
    #expect(restored.former.count == 1)
  }

  @Test("lose no listing that was saved while the catalog was replaced")
  func savedMeanwhile() throws {
    let world = try World(listings: 0)
    let backup = try world.backUp(day: 0).backup
    try world.accounts.close()
    let saved = Mutex<[Int]>([])
    let isDone = Mutex(false)
    let ended = DispatchSemaphore(value: 0)
    Thread {
      var number = 0
      while !isDone.withLock({ $0 }) {
        number += 1
        // Between the two catalogs there is none for a moment.
        if (try? world.temporary.catalog.save([World.bar(number)], source: "test", at: SeededWorld.now)) != nil {
          saved.withLock { $0.append(number) }
        }
      }
      ended.signal()
    }.start()
    var places = [world.files]
    for day in 1...5 {
      let count = saved.withLock { $0.count }
      while saved.withLock({ $0.count }) < count + 3 { usleep(1000) }
      let restored = try Catalog.restore(
        backup, to: world.files.catalog, replacing: true, at: World.time(day), areas: nil)
      places += restored.former.map { world.files.inFolder($0) }
    }
    isDone.withLock { $0 = true }
    ended.wait()
    world.temporary.catalog.close()
    let found = try places.flatMap { files in
      try DatabaseQueue(path: files.catalog).read { try String.fetchAll($0, sql: "SELECT id FROM listing") }
    }
    let missing = saved.withLock { $0 }.filter { !found.contains("bar-\($0)") }
    #expect(missing.isEmpty, "\(missing) of \(saved.withLock { $0.count })")
  }

  @Test("keep the symbolic link by which a catalog is used", arguments: [true, false])
  func link(isInSameFolder: Bool) throws {
    let world = try World()
    let backup = try world.backUp(day: 0).backup
    let content = try World.content(of: backup.files)
    try world.temporary.catalog.save([World.bar(99)], source: "test", at: SeededWorld.now)
    world.temporary.catalog.close()
    let folder = isInSameFolder ? world.temporary.folder : world.temporary.folder.appending(path: "links")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let link = folder.appending(path: "near.gpkg").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: world.files.catalog)
    try Data("former".utf8).write(to: folder.appending(path: "near.accounts.sqlite"))
    let restored = try Catalog.restore(backup, to: link, replacing: true, at: World.time(1), areas: nil)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == world.files.catalog)
    #expect(restored.former.count == (isInSameFolder ? 1 : 2))
    let files = CatalogFiles(behind: link)
    #expect(try World.content(of: files) == content)
    let formerCatalog = try #require(restored.former.first) + "/catalog.gpkg"
    #expect(FileManager.default.fileExists(atPath: formerCatalog))
    let formerAccounts = try #require(restored.former.last) + "/near.accounts.sqlite"
    #expect(try String(contentsOfFile: formerAccounts, encoding: .utf8) == "former")
    #expect(try world.accounts.read { try $0.tableExists("account") }, "the files of the other name remain")
  }

  @Test("are one at a time for the same file")
  func sameFile() throws {
    let world = try World()
    let path = world.temporary.folder.appending(path: "copy.gpkg").path
    let draft = try DraftFolder.make(for: path, as: FolderOwner(of: world.files.folder))
    #expect(throws: CatalogError.self) { try Catalog.backUpAll(of: world.files.catalog, to: path, areas: nil) }
    #expect(throws: CatalogError.self) { try Catalog.backUp(world.files.catalog, to: path) }
    #expect(FileManager.default.fileExists(atPath: draft.path), "the draft of the other one is untouched")
    draft.remove()
    // What an ended process has left is removed.
    try FileManager.default.createDirectory(atPath: path + ".part", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: path + ".part/copy.gpkg"))
    let made = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      if (try? Catalog.backUpAll(of: world.files.catalog, to: path, areas: nil)) != nil { made.withLock { $0 += 1 } }
    }
    #expect(made.withLock { $0 } == 1)
    #expect(try World.content(of: CatalogFiles(catalog: path)).count == World.content(of: world.files).count)
    let names = try FileManager.default.contentsOfDirectory(atPath: world.temporary.folder.path)
    #expect(!names.contains { $0.hasSuffix(".part") }, "\(names)")
  }

  @Test("report only what is gone as removed, and a complete backup as made")
  func unremoved() throws {
    let world = try World()
    let old = try world.backUp(day: 0).backup
    // The owner of the backups may not remove the pictures of this one.
    if geteuid() == 0 { try Self.give(world.backups.path, to: Self.nobody) }
    chown(old.files.media, geteuid(), getegid())
    chmod(old.files.media, 0o500)
    let made = try world.backUp(day: 1, keep: 1)
    #expect(made.removed == [] && made.unremoved.map(\.path) == [old.path + ".part"], "\(made)")
    #expect(FileManager.default.fileExists(atPath: old.path + ".part"))
    #expect(try world.backups.backups(of: nil) == [made.backup])
    #expect(try world.backUp(day: 2, keep: 9).unremoved.map(\.path) == [old.path + ".part"])
    chmod(old.path + ".part/catalog.media", 0o700)
    if geteuid() == 0 { try Self.give(world.backups.path, to: Self.nobody) }
    let later = try world.backUp(day: 3, keep: 1)
    #expect(later.unremoved == [] && later.removed.count == 2)
    #expect(try world.names == [String(later.backup.path.split(separator: "/").last ?? "")])
  }

  // MARK: Links in place of files

  @Test("leave out what is not a regular file")
  func planted() throws {
    let world = try World()
    let secret = world.temporary.folder.appending(path: "secret")
    try Data("secret".utf8).write(to: secret)
    let names = ["link", World.name(of: "secret"), "pipe", "folder"].map { "\(world.files.media)/\($0)" }
    for name in names[..<2] { symlink(secret.path, name) }
    mkfifo(names[2], 0o600)
    try FileManager.default.createDirectory(atPath: names[3], withIntermediateDirectories: false)
    symlink(secret.path, world.files.mail + "/2.eml")
    let lock = world.files.catalog + ".lock"
    let backup = try world.backUp(day: 0).backup
    #expect(try PlainFolder(path: backup.files.media)?.names().sorted() == [World.picture, World.video].sorted())
    #expect(try PlainFolder(path: backup.files.mail)?.names() == ["1.eml"])
    world.temporary.catalog.close()
    try world.accounts.close()
    symlink(secret.path, lock)
    _ = try Catalog.restore(backup, to: world.files.catalog, replacing: true, at: World.time(1), areas: nil)
    #expect(try String(contentsOf: secret, encoding: .utf8) == "secret", "nothing is written through the lock")
  }

  private static let nobody: uid_t = 65_534

  private static func give(_ folder: String, to user: uid_t) throws {
    let inside = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for path in [folder] + inside.map({ "\(folder)/\($0)" }) { lchown(path, user, user) }
  }

  /// Exchanges files and folders below a folder for links to another one, as the user without permissions.
  private struct Attacker {
    var random: SplitMix64
    let folders: [String]
    let aims: [String]

    mutating func step() {
      guard let folder = folders.randomElement(using: &random) else { return }
      let parts = names(folder).filter { $0.contains(".part") || $0.hasSuffix(".media") || $0.hasSuffix(".json") }
      guard let part = parts.map({ "\(folder)/\($0)" }).randomElement(using: &random) else { return }
      let inside = names(part).map { "\(part)/\($0)" }
      let name = Bool.random(using: &random) ? part : inside.randomElement(using: &random) ?? part
      guard let aim = aims.randomElement(using: &random) else { return }
      let aside = "\(folder)/aside"
      guard rename(name, aside) == 0 else { return }
      symlink(aim, name)
      for _ in 0..<Int.random(in: 0..<50, using: &random) { sched_yield() }
      unlink(name)
      rename(aside, name)
    }

    private func names(_ folder: String) -> [String] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
      }
      return names
    }
  }

  @Test(
    "by root stop at folders that their owner has closed",
    .enabled(if: geteuid() == 0 && Unprivileged.isPossible))
  func closed() throws {
    let world = try World()
    let (secrets, target) = (try CatalogFolder(), try CatalogFolder())
    let secret = secrets.path(World.name(of: "secret of root"))
    try Data("secret of root".utf8).write(to: URL(filePath: secret))
    chmod(secrets.url.path, 0o700)
    world.temporary.catalog.close()
    try world.accounts.close()
    try FileManager.default.removeItem(atPath: world.files.media)
    symlink(secrets.url.path, world.files.media)
    try Self.give(world.temporary.folder.path, to: Self.nobody)
    for (mode, file) in [(0 as mode_t, "closed.gpkg"), (0o700, "open.gpkg")] {
      chmod(world.temporary.folder.path, mode)
      #expect(throws: CatalogError.self) {
        try Catalog.backUpAll(of: world.files.catalog, to: target.path(file), areas: nil)
      }
    }
    #expect(try target.names == [])
  }

  @Test(
    "by root keep the record of a backup that the target's owner cannot read", .enabled(if: geteuid() == 0))
  func record() throws {
    let world = try World()
    let backup = try world.backUp(day: 0).backup
    let target = try CatalogFolder()
    try Self.give(target.url.path, to: Self.nobody)
    chmod(world.backups.path, 0o700)
    let path = target.path("catalog.gpkg")
    _ = try Catalog.restore(backup, to: path, replacing: false, at: World.time(1), areas: nil)
    #expect(BackupRecord(at: CatalogFiles(catalog: path).record)?.time == World.time(0))
  }

  @Test(
    "by root give nothing to a user who exchanges files for links in the meantime",
    .enabled(if: geteuid() == 0 && Unprivileged.isPossible), arguments: [1 as UInt64, 2, 3])
  func exchanged(seed: UInt64) throws {
    let world = try World()
    for number in 0..<20 { try world.addMedium("picture \(number)") }
    let victim = try CatalogFolder()
    for name in ["catalog.gpkg", "catalog.accounts.sqlite", "catalog.media", "catalog.backup.json"] {
      try Data("secret of root".utf8).write(to: victim.url.appending(path: name))
      chmod(victim.path(name), 0o600)
    }
    // A catalog that opening it for writing would change.
    let older = Project.root.appending(path: "Tests/VicinityTests/Fixtures/catalogs/9-own.gpkg")
    try Data(contentsOf: older).write(to: victim.url.appending(path: "catalog.gpkg"))
    func state() throws -> [String] {
      try ([""] + victim.names).map { name in
        var status = stat()
        lstat(victim.path(name), &status)
        return "\(name) \(status.st_uid) \(status.st_mode) \(status.st_size) \(status.st_mtim.tv_nsec)"
      }
    }
    let before = try state()
    world.temporary.catalog.close()
    try world.accounts.close()
    let target = world.temporary.folder.appending(path: "target")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
    try Self.give(world.temporary.folder.path, to: Self.nobody)
    let folders = [world.temporary.folder.path, world.backups.path, target.path]
    let aims = try [victim.url.path] + victim.names.map { victim.path($0) }
    let isDone = Mutex(false)
    let ended = DispatchSemaphore(value: 0)
    Thread {
      #expect(throws: Never.self) {
        try Unprivileged.run {
          var attacker = Attacker(random: SplitMix64(seed: seed), folders: folders, aims: aims)
          while !isDone.withLock({ $0 }) { attacker.step() }
        }
      }
      ended.signal()
    }.start()
    for day in 0..<12 {
      // Either may fail.
      let made = try? world.backUp(day: day, keep: 2)
      guard let backup = try made?.backup ?? world.backups.backups(of: "catalog").last else { continue }
      _ = try? Catalog.restore(
        backup, to: target.appending(path: "catalog.gpkg").path, replacing: true, waiting: 1, at: World.time(day),
        areas: nil)
    }
    isDone.withLock { $0 = true }
    ended.wait()
    #expect(try state() == before)
    for folder in folders {
      for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
        let path = "\(folder)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { continue }
        #expect(status.st_uid == Self.nobody, "\(path) belongs to \(status.st_uid)")
        if status.st_mode & S_IFMT == S_IFREG {
          #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("secret of root".utf8)) == nil, "\(path)")
        }
      }
    }
  }
}
