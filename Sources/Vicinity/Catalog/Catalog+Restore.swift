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
  ///   - path: the path of the catalog, which no server may use. A symbolic link remains, and leads to the restored
  ///     catalog.
  ///   - replaces: whether files that are there are moved to a folder next to them.
  ///   - seconds: how long to wait for other programs that are changing these files.
  ///   - now: names that folder.
  ///   - areas: the geometry engine that the check of a catalog with areas needs.
  /// - Returns: what was restored, and the folders with the former files: two if the path is a symbolic link to another
  ///   folder.
  /// - Throws: `BackupError`, `CatalogError.served`, and errors of `backUp(_:to:areas:)`; then nothing has changed.
  package static func restore(
    _ backup: StoredBackup, to path: String, replacing replaces: Bool, waiting seconds: Int = CatalogFile.busySeconds,
    at now: Instant, areas: (any AreaEngine)?
  ) throws -> (content: CopiedFiles, former: [String]) {
    let target = CatalogFiles(behind: path)
    if !replaces, let obstacle = target.present.last {
      throw BackupError.taken(path: obstacle == target.catalog ? path : obstacle)
    }
    guard !target.isApart || target.owner.isSameUser(as: FolderOwner(of: target.otherFolder)) else {
      throw CatalogError.cannotMake(
        path: path, reason: "it is a symbolic link to a folder of another user, \(target.folder)")
    }
    let lock = try target.owner.run { try ServingLock(catalog: path, waiting: 0) }
    defer { lock.release() }
    try backup.checkFiles()
    // Read here: the owner of the target need not be able to read the backup.
    let record = try FolderOwner(reading: backup.files.folder).run { BackupRecord(at: backup.files.record) }
    var replaced: ReplacedFiles?
    let content = try backup.files.copied(to: target, areas: areas) {
      if var record {
        record.path = CatalogPath(backup.path).absolute
        try record.write(to: $0)
      }
      if !target.present.isEmpty { replaced = try ReplacedFiles(target, at: now, waiting: seconds) }
    } undoing: {
      replaced?.undo()
    }
    try target.owner.run { replaced?.release() }
    return (content, replaced?.folders ?? [])
  }

  /// Restores a backup to a temporary folder, and uses it: migrates and checks the catalog, and answers a query.
  ///
  /// - Parameters:
  ///   - backup: it is only read.
  ///   - now: the time of the query.
  ///   - areas: the geometry engine that the check of a catalog with areas needs.
  ///   - useAccounts: migrates and reads the accounts file of the catalog whose path it gets; not called without one.
  /// - Throws: `BackupError`, and errors of `backUp(_:to:areas:)`, of migrations and queries.
  package static func rehearse(
    _ backup: StoredBackup, at now: Instant, areas: (any AreaEngine)?,
    usingAccounts useAccounts: (String) throws -> Void = { _ in }
  ) throws -> Rehearsal {
    try backup.checkFiles()
    let folder = try TemporaryFolder(in: TemporaryFolder.onDisk)
    defer { withExtendedLifetime(folder) {} }
    let files = backup.files.inFolder(folder.path)
    let clock = ContinuousClock()
    let started = clock.now
    let content = try backup.files.copy(to: files, as: FolderOwner(of: folder.path), former: nil, areas: areas)
    guard content.damaged.isEmpty else { throw BackupError.damaged(path: backup.path, files: content.damaged) }
    var rehearsal = Rehearsal(content: content, duration: clock.now - started)
    // The copy of a node's files can be changed like any other.
    for path in [files.catalog, files.accounts] where FileStamp(path: path) != nil {
      try ClusterPosition.remove(from: path)
    }
    rehearsal.migrations = try migrated(path: files.catalog, keepsCopy: false)?.steps ?? []
    let catalog = try Catalog(path: files.catalog, areas: areas)
    if !rehearsal.migrations.isEmpty, let defect = try catalog.check().first {
      throw CatalogError.damaged(place: "the migrated catalog", problem: "\(defect)")
    }
    rehearsal.bookings = try catalog.readFile { try $0.count("SELECT count(*) FROM booking") }
    var query = Query()
    query.near = try catalog.answer(query, at: now).matches.first.flatMap { try catalog.listing($0.id)?.coordinate }
    rehearsal.matches = try catalog.answer(query, at: now).matches.count
    if content.accounts != nil { try useAccounts(files.catalog) }
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

/// The files that a restore replaces, in folders next to them. No other program can change them until `release`.
private struct ReplacedFiles {
  let folders: [String]
  private let files: CatalogFiles
  private let moved: CatalogFiles
  private let held: [HeldDatabase]

  /// Moves them.
  /// - Throws: `BackupError.written`, `CatalogError.cannotMake`; then nothing has changed.
  init(_ files: CatalogFiles, at now: Instant, waiting seconds: Int) throws {
    self.files = files
    let end = "-before-restore-" + StoredBackup.text(of: now)
    let (folder, others) = (Catalog.stem(of: files.catalog) + end, files.stem + end)
    folders = files.isApart ? [folder, others] : [folder]
    moved = files.inFolders(folder, files.isApart ? others : folder)
    held = try [files.catalog, CatalogPath(files.accounts).destination].compactMap {
      try HeldDatabase(path: $0, waiting: seconds)
    }
    do {
      for folder in folders { try PlainFiles.makeFolder(folder) }
      try files.move(to: moved)
    } catch {
      removeFolders()
      release()
      throw error
    }
  }

  /// Moves them back.
  func undo() {
    try? moved.move(to: files)
    removeFolders()
    release()
  }

  /// Lets others use the moved files.
  func release() {
    for database in held { database.release() }
  }

  /// Those that are empty.
  private func removeFolders() { for folder in folders { rmdir(folder) } }
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
    let owner = target.owner
    let draft = try DraftFolder.make(for: target.catalog, as: owner)
    defer { draft.remove() }
    // On the file system of the names that they get.
    let others = target.isApart ? try DraftFolder.make(for: target.stem, as: owner) : nil
    defer { others?.remove() }
    let copy = target.inFolders(draft.path, others?.path ?? draft.path)
    var content = try self.copy(to: copy, as: owner, former: nil, areas: areas)
    content.catalog.path = target.catalog
    try owner.run {
      try prepare(copy)
      do { try copy.move(to: target) } catch {
        undo()
        throw error
      }
    }
    return content
  }
}
