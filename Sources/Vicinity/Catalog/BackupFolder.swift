import CivilTime
import Foundation
import Streams

/// A folder of backups. Each is a folder of its own, `NAME-2026-11-26T193000Z`, with a catalog and its files.
///
/// A backup gets its name once it is complete and on disk; until then it ends in `.part`.
package struct BackupFolder: Hashable, Sendable {
  package let path: String

  /// - Parameter path: the folder.
  package init(path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static let draftEnd = ".part"

  /// Makes a folder that its owner alone may read.
  /// - Throws: `CatalogError.cannotMake`.
  package static func make(at path: String) throws { try PlainFiles.makeFolder(path) }

  /// The complete backups in it, oldest first.
  ///
  /// - Parameter name: of their catalog without `.gpkg`; nil for all.
  package func backups(of name: String?) throws -> [StoredBackup] {
    try FileManager.default.contentsOfDirectory(atPath: path)
      .compactMap { StoredBackup(path: "\(path)/\($0)") }
      .filter { name == nil || $0.files.name == name }
      .sorted { ($0.record.time, $0.path) < ($1.record.time, $1.path) }
  }

  /// Makes a backup of a catalog and its files, and then removes older ones.
  ///
  /// - Parameters:
  ///   - catalog: the path of the catalog.
  ///   - keep: the number of backups that remain, at least 1; nil keeps all.
  ///   - now: names the backup.
  ///   - areas: the geometry engine that the check of a catalog with areas needs.
  /// - Throws: errors of `Catalog.backUp`; then the folder is unchanged.
  package func add(
    _ catalog: String, keep: Int?, at now: Instant, areas: (any AreaEngine)?
  ) throws -> MadeBackup {
    let source = CatalogFiles(catalog: catalog)
    let target = "\(path)/\(source.name)-\(StoredBackup.text(of: now))"
    guard FileStamp(path: target) == nil else {
      throw CatalogError.cannotMake(path: target, reason: "a backup of this second exists")
    }
    for left in try leftDrafts(of: source.name) { left.remove() }
    let draft = try Draft(path: target + Self.draftEnd)
    defer { draft.remove() }
    let copy = source.inFolder(draft.path)
    let content = try source.copy(to: copy, former: try backups(of: source.name).last?.files, areas: areas)
    var record = try BackupRecord(of: copy, content, at: now)
    record.source = CatalogPath(catalog).absolute
    try record.write(to: copy)
    PlainFiles.giveToOwner(of: path, draft.path)
    guard rename(draft.path, target) == 0 else {
      throw CatalogError.cannotMake(path: target, reason: .lastSystemError)
    }
    _ = DiskSync.folder(of: target)
    guard let backup = StoredBackup(path: target) else { throw BackupError.none(path: target) }
    record.path = CatalogPath(target).absolute
    var made = MadeBackup(backup: backup, content: content)
    // The catalog may be in a folder that this process may not write.
    made.isRecorded = (try? record.write(to: source)) != nil
    if made.isRecorded { PlainFiles.giveToOwner(of: source.folder, source.record) }
    if let keep { made.removed = try retain(keep, besides: backup) }
    return made
  }

  /// Removes all backups of a catalog except the latest ones and the one just made, whatever the clock says.
  ///
  /// Backups of another catalog with the same name stay, and those in which a person has put other files.
  private func retain(_ count: Int, besides made: StoredBackup) throws -> [String] {
    let others = try backups(of: made.files.name).filter {
      $0.path != made.path && $0.record.source == made.record.source && $0.hasOnlyOwnFiles
    }
    return try others.dropLast(max(0, count - 1)).map { old in
      // It disappears at once; the rest of it is removed by the next run if this one is interrupted.
      guard let draft = Draft(renaming: old.path, to: old.path + Self.draftEnd) else {
        throw CatalogError.cannotMake(path: old.path, reason: .lastSystemError)
      }
      draft.remove()
      return old.path
    }
  }

  /// The drafts of ended processes.
  private func leftDrafts(of name: String) throws -> [Draft] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter {
      $0.hasSuffix(Self.draftEnd) && StoredBackup.name(in: $0.dropLast(Self.draftEnd.count)) == name
    }.compactMap { Draft(leftAt: "\(path)/\($0)") }
  }
}

/// A new backup.
package struct MadeBackup: Hashable, Sendable {
  /// The backup.
  package var backup: StoredBackup
  /// Its content.
  package var content: CopiedFiles
  /// The paths of the backups that it has replaced.
  package var removed: [String] = []
  /// Whether its time is noted next to the catalog.
  package var isRecorded = false

  init(backup: StoredBackup, content: CopiedFiles) { (self.backup, self.content) = (backup, content) }
}

/// A folder that is being written or removed, locked while the process runs.
private struct Draft {
  let path: String
  private let lock: Int32

  /// A new one.
  init(path: String) throws {
    try PlainFiles.makeFolder(path)
    guard let draft = Draft(leftAt: path) else { throw CatalogError.cannotMake(path: path, reason: .lastSystemError) }
    self = draft
  }

  /// One that exists; nil while another process has it.
  init?(leftAt path: String) {
    let lock = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard lock >= 0 else { return nil }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      return nil
    }
    (self.path, self.lock) = (path, lock)
  }

  init?(renaming former: String, to path: String) {
    guard rename(former, path) == 0 else { return nil }
    self.init(leftAt: path)
  }

  /// Removes it, unless it was renamed. What cannot be removed is removed by a later run.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    close(lock)
  }
}
