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

  /// Makes a folder that its owner alone may read.
  /// - Throws: `CatalogError.cannotMake`.
  package static func make(at path: String) throws {
    let folder = BackupFolder(path: path)
    try FolderOwner(of: CatalogPath.folder(of: folder.path)).run { try PlainFiles.makeFolder(folder.path) }
  }

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
    let owner = FolderOwner(of: path)
    var unremoved = try leftDrafts(of: source.name, as: owner).compactMap { $0.remainder() }
    let draft = try DraftFolder.make(for: target, as: owner)
    defer { draft.remove() }
    let copy = source.inFolder(draft.path)
    let content = try source.copy(
      to: copy, as: owner, former: try backups(of: source.name).last?.files, areas: areas)
    var record = try BackupRecord(of: copy, content, at: now)
    record.source = CatalogPath(catalog).absolute
    try owner.run {
      try record.write(to: copy)
      guard rename(draft.path, target) == 0 else {
        throw CatalogError.cannotMake(path: target, reason: .lastSystemError)
      }
    }
    _ = DiskSync.folder(of: target)
    guard let backup = StoredBackup(path: target) else { throw BackupError.none(path: target) }
    record.path = CatalogPath(target).absolute
    var made = MadeBackup(backup: backup, content: content)
    // The catalog may be in a folder that this process may not write.
    made.isRecorded = (try? FolderOwner(of: source.folder).run { try record.write(to: source) }) != nil
    if let keep {
      let (removed, remaining) = retain(keep, besides: backup, as: owner)
      made.removed = removed
      unremoved += remaining
    }
    made.unremoved = unremoved
    return made
  }

  /// Removes all backups of a catalog except the latest ones and the one just made, whatever the clock says.
  ///
  /// Backups of another catalog with the same name stay, and those in which a person has put other files.
  private func retain(
    _ count: Int, besides made: StoredBackup, as owner: FolderOwner
  ) -> (removed: [String], remaining: [UnremovedBackup]) {
    var (removed, remaining): ([String], [UnremovedBackup]) = ([], [])
    do {
      let others = try backups(of: made.files.name).filter {
        $0.path != made.path && $0.record.source == made.record.source && $0.hasOnlyOwnFiles
      }
      for old in others.dropLast(max(0, count - 1)) {
        if let left = Self.remove(old, as: owner) { remaining.append(left) } else { removed.append(old.path) }
      }
    } catch { remaining.append(UnremovedBackup(path: path, reason: "\(error)")) }
    return (removed, remaining)
  }

  /// Removes a backup: it disappears at once, and what is left of it after an interruption is removed by the next run.
  /// - Returns: what is left of it; nil if it is gone.
  private static func remove(_ old: StoredBackup, as owner: FolderOwner) -> UnremovedBackup? {
    let draft = old.path + DraftFolder.end
    let reason: String? = (try? owner.run { rename(old.path, draft) == 0 ? nil : .lastSystemError }) ?? nil
    if FileStamp(path: old.path) != nil {
      return UnremovedBackup(path: old.path, reason: reason ?? "it cannot be renamed")
    }
    guard let left = DraftFolder.left(at: draft, as: owner) else {
      let isGone = FileStamp(path: draft) == nil
      return isGone ? nil : UnremovedBackup(path: draft, reason: "it cannot be opened, or another process removes it")
    }
    return left.remainder()
  }

  /// The drafts of ended processes.
  private func leftDrafts(of name: String, as owner: FolderOwner) throws -> [DraftFolder] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter {
      $0.hasSuffix(DraftFolder.end) && StoredBackup.name(in: $0.dropLast(DraftFolder.end.count)) == name
    }.compactMap { DraftFolder.left(at: "\(path)/\($0)", as: owner) }
  }
}

/// A former backup, or the rest of one, that is still there.
package struct UnremovedBackup: Hashable, Sendable {
  /// The folder.
  package var path: String
  /// Why it cannot be removed.
  package var reason: String
}

extension DraftFolder {
  /// Removes it.
  /// - Returns: what is left of it; nil if it is gone.
  fileprivate func remainder() -> UnremovedBackup? { remove().map { UnremovedBackup(path: path, reason: $0) } }
}

/// A new backup.
package struct MadeBackup: Hashable, Sendable {
  /// The backup.
  package var backup: StoredBackup
  /// Its content.
  package var content: CopiedFiles
  /// The paths of the backups that it has replaced, and that are gone.
  package var removed: [String] = []
  /// The former backups that should be gone, and are not.
  package var unremoved: [UnremovedBackup] = []
  /// Whether its time is noted next to the catalog.
  package var isRecorded = false

  init(backup: StoredBackup, content: CopiedFiles) { (self.backup, self.content) = (backup, content) }
}
