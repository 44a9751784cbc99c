import CivilTime
import Foundation
import Geography
import Streams

extension Catalog {
  /// Copies a catalog with the files next to it to new files, while a server uses them, and checks the copy.
  ///
  /// - Parameters:
  ///   - catalog: the path of the catalog.
  ///   - path: the path of the copy; there must be neither a file of this name, nor files that belong to it.
  ///   - areas: the geometry engine that the check of a catalog with areas needs.
  /// - Throws: as `backUp(_:to:areas:)`.
  package static func backUpAll(
    of catalog: String, to path: String, areas: (any AreaEngine)?
  ) throws -> CopiedFiles {
    let (source, target) = (CatalogFiles(catalog: catalog), CatalogFiles(catalog: path))
    if let obstacle = target.present.last {
      throw CatalogError.cannotMake(path: obstacle, reason: "a file of this name exists")
    }
    return try source.copied(to: target, areas: areas)
  }

  /// The same for a catalog that is open.
  package func backUpAll(to path: String) throws -> CopiedFiles {
    try Self.backUpAll(of: self.path, to: path, areas: areas)
  }

  /// Restores a backup.
  ///
  /// - Parameters:
  ///   - backup: it is checked first.
  ///   - path: the path of the catalog, which no server may use.
  ///   - replaces: whether files that are there are moved to a folder next to them.
  ///   - now: names that folder.
  ///   - areas: the geometry engine that the check of a catalog with areas needs.
  /// - Returns: what was restored, and the folder with the former files.
  /// - Throws: `BackupError`, `CatalogError.served`, and errors of `backUp(_:to:areas:)`; then nothing has changed.
  package static func restore(
    _ backup: StoredBackup, to path: String, replacing replaces: Bool, at now: Instant, areas: (any AreaEngine)?
  ) throws -> (content: CopiedFiles, former: String?) {
    let target = CatalogFiles(catalog: path)
    guard replaces || target.present.isEmpty else { throw BackupError.taken(path: target.present.last ?? path) }
    let lock = try ServingLock(catalog: path, waiting: 0)
    defer { lock.release() }
    try backup.checkFiles()
    var former: String?
    let content = try backup.files.copied(to: target, areas: areas) {
      if var record = BackupRecord(at: backup.files.record) {
        record.path = CatalogPath(backup.path).absolute
        try record.write(to: $0)
      }
      guard !target.present.isEmpty else { return }
      let folder = Catalog.stem(of: path) + "-before-restore-" + StoredBackup.text(of: now)
      try PlainFiles.makeFolder(folder)
      PlainFiles.giveToOwner(of: target.folder, folder)
      do { try target.move(to: target.inFolder(folder)) } catch {
        rmdir(folder)
        throw error
      }
      former = folder
    } undoing: {
      guard let former else { return }
      try? target.inFolder(former).move(to: target)
      rmdir(former)
    }
    return (content, former)
  }

  /// Restores a backup to a temporary folder, and uses it: migrates and checks the catalog, and answers a query.
  ///
  /// - Parameters:
  ///   - backup: it is only read.
  ///   - now: the time of the query.
  ///   - areas: the geometry engine that the check of a catalog with areas needs.
  /// - Throws: `BackupError`, and errors of `backUp(_:to:areas:)`, of migrations and queries.
  package static func rehearse(
    _ backup: StoredBackup, at now: Instant, areas: (any AreaEngine)?
  ) throws -> Rehearsal {
    try backup.checkFiles()
    let folder = try TemporaryFolder(in: TemporaryFolder.onDisk)
    defer { withExtendedLifetime(folder) {} }
    let files = backup.files.inFolder(folder.path)
    let clock = ContinuousClock()
    let started = clock.now
    let content = try backup.files.copy(to: files, former: nil, areas: areas)
    var rehearsal = Rehearsal(content: content, duration: clock.now - started)
    rehearsal.migrations = try migrated(path: files.catalog, keepsCopy: false)?.steps ?? []
    let catalog = try Catalog(path: files.catalog, areas: areas)
    if !rehearsal.migrations.isEmpty, let defect = try catalog.check().first {
      throw CatalogError.damaged(place: "the migrated catalog", problem: "\(defect)")
    }
    rehearsal.bookings = try catalog.readFile { try $0.count("SELECT count(*) FROM booking") }
    var query = Query()
    query.near = try catalog.answer(query, at: now).matches.first.flatMap { try catalog.listing($0.id)?.coordinate }
    rehearsal.matches = try catalog.answer(query, at: now).matches.count
    return rehearsal
  }
}

/// What a rehearsed restore has found.
package struct Rehearsal: Hashable, Sendable {
  /// What was restored.
  package var content: CopiedFiles
  /// The time that copying and checking took.
  package var duration: Duration
  /// The migrations that the catalog needed.
  package var migrations: [String] = []
  /// The bookings in it.
  package var bookings = 0
  /// The listings of the answer to a query.
  package var matches = 0

  init(content: CopiedFiles, duration: Duration) { (self.content, self.duration) = (content, duration) }
}

extension CatalogFiles {
  /// Copies all files to a folder next to the target, and then gives them their names.
  ///
  /// - Parameters:
  ///   - target: the new files.
  ///   - prepare: called with the complete copy, to make room for it.
  ///   - undo: called if the copy cannot get its names after that.
  fileprivate func copied(
    to target: CatalogFiles, areas: (any AreaEngine)?, preparing prepare: (CatalogFiles) throws -> Void = { _ in },
    undoing undo: () -> Void = {}
  ) throws -> CopiedFiles {
    let draft = target.catalog + ".part"
    try? FileManager.default.removeItem(atPath: draft)
    try PlainFiles.makeFolder(draft)
    defer { try? FileManager.default.removeItem(atPath: draft) }
    let copy = target.inFolder(draft)
    var content = try self.copy(to: copy, former: nil, areas: areas)
    content.catalog.path = target.catalog
    try prepare(copy)
    PlainFiles.giveToOwner(of: target.folder, draft)
    do { try copy.move(to: target) } catch {
      undo()
      throw error
    }
    return content
  }
}
