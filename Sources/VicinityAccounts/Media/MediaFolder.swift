import Foundation
import GRDB
import Streams
import Synchronization
import Vicinity

/// The files of pictures and videos: named by their SHA-256 in `NAME.media` next to the catalog `NAME.gpkg`, and listed
/// in `NAME.accounts.sqlite` by what they belong to.
///
/// A file is written before it is listed, and removed after its last entry: whenever the process ends, no entry lacks
/// its file.
package final class MediaFolder: Sendable {
  let file: AccountsFile
  private let folder: URL
  /// Has the files of all nodes.
  private let cluster: (any ClusterMember)?
  /// Held while entries and files change together: otherwise one request could remove a file that another one is about
  /// to list. One process serves a catalog.
  private let turn = Mutex(())

  package init(catalog path: String, file: AccountsFile, cluster: (any ClusterMember)? = nil) {
    (self.file, self.cluster) = (file, cluster)
    folder = URL(fileURLWithPath: Catalog.stem(of: path) + ".media")
  }

  /// Why the folder cannot be used; nil when it can, or is not needed yet: files of a cluster come when requested.
  package var problem: String? {
    guard let stamp = FileStamp(path: folder.path) else {
      guard errno == ENOENT else { return "The media folder cannot be read: \(String(cString: strerror(errno)))." }
      return cluster == nil && isNeeded ? "The media folder is missing." : nil
    }
    guard stamp.kind == .folder else { return "The media folder is not a folder." }
    let mode = file.isReadOnly ? R_OK | X_OK : R_OK | W_OK | X_OK
    guard faccessat(AT_FDCWD, folder.path, mode, AT_EACCESS) == 0 else {
      return "The media folder cannot be used: \(String(cString: strerror(errno)))."
    }
    return nil
  }

  /// Whether it contains pictures or videos. An unreadable accounts file is reported elsewhere.
  private var isNeeded: Bool {
    guard !file.isReadOnly || file.isThere else { return false }
    let found = try? file.look { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM picture) OR EXISTS (SELECT 1 FROM medium)
            OR EXISTS (SELECT 1 FROM account WHERE picture IS NOT NULL)
          """)
    }
    return found == true
  }

  /// Runs a change of entries and files, one at a time.
  func inTurn<Value>(_ body: () throws -> Value) rethrows -> Value { try turn.withLock { _ in try body() } }

  /// A file; nil when it is missing, because it has been removed in the meantime.
  /// - Throws: `ClusterError.notFetched` while only other nodes have it, and it cannot be fetched; errors of the disk.
  package func file(_ hash: String) throws -> StoredFile? {
    if let file = StoredFile(path: url(hash).path) { return file }
    guard let cluster else { return nil }
    // Sessions and messages share the thread: it does not wait for a PostgreSQL that does not answer.
    guard .now - cluster.state.heard < .seconds(2) else { throw ClusterError.notFetched }
    do { guard try fetch(hash, from: cluster, isAwaited: true) else { return nil } } catch is ClusterError {
      throw ClusterError.notFetched
    }
    return StoredFile(path: url(hash).path)
  }

  /// Fetches a file that another node has stored.
  ///
  /// - Parameter isAwaited: whether a request waits for it.
  /// - Returns: whether there is one.
  private func fetch(_ hash: String, from cluster: any ClusterMember, isAwaited: Bool) throws -> Bool {
    try makeFolder()
    let coming = url(".coming-\(UUID().uuidString)").path
    defer { unlink(coming) }
    guard try cluster.fetchMedium(hash, to: coming, isAwaited: isAwaited) else { return false }
    guard rename(coming, url(hash).path) == 0 else { throw StorageError(errno: errno) }
    return true
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// What `follow` has left.
  package struct Followed: Hashable, Sendable {
    /// Files that no node has.
    package var lost = 0
    /// Files that the log has only in part, or damaged.
    package var incomplete = 0
    /// Whether there are more to fetch.
    package var isMore = false
  }

  /// Makes the files those of the entries, which other nodes have changed: removes those that no entry names, and
  /// fetches those that are missing.
  ///
  /// - Parameter limit: no further file is begun then.
  /// - Throws: `ClusterError` without the log, errors of the disk; it must be repeated then.
  /// - Complexity: reads all entries and names of files.
  package func follow(within limit: Duration) throws -> Followed {
    let deadline = ContinuousClock.now + limit
    var followed = Followed()
    guard let cluster, file.isThere else { return followed }
    let listed = try listed()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let present = Set(names.filter { !$0.hasPrefix(".") })
    // In turn: an upload has its file before its entry.
    try inTurn { try removeFiles(unlisted(Array(present.subtracting(listed)))) }
    for hash in listed.subtracting(present) {
      guard .now < deadline else {
        followed.isMore = true
        break
      }
      do { if try !fetch(hash, from: cluster, isAwaited: false) { followed.lost += 1 } } catch ClusterError.notFetched {
        followed.incomplete += 1
      }
    }
    return followed
  }

  /// The names of all files that entries name.
  private func listed() throws -> Set<String> {
    let statements = [
      "SELECT DISTINCT hash FROM picture WHERE hash > ? ORDER BY hash LIMIT ?",
      "SELECT DISTINCT hash FROM medium WHERE hash > ? ORDER BY hash LIMIT ?",
      "SELECT DISTINCT picture FROM account WHERE picture > ? ORDER BY picture LIMIT ?",
    ]
    var names: Set<String> = []
    for sql in statements {
      try NamePages.forEach { last, limit in
        try file.look { try String.fetchAll($0, sql: sql, arguments: [last, limit]) }
      } _: {
        names.formUnion($0)
      }
    }
    return names
  }

  /// Stores an uploaded file, and lists it; to be called in turn.
  ///
  /// - Parameter list: writes the entry; when it throws, the file is removed unless it belongs to others.
  func write<Value>(_ upload: Upload, _ hash: String, list: (Database) throws -> Value) throws -> Value {
    if !FileManager.default.fileExists(atPath: url(hash).path) {
      try StorageError.writing {
        try makeFolder()
      }
      // Leftovers of an ended process are overwritten by the next one.
      let coming = url(".coming").path
      do {
        try upload.file.copy(to: coming)
        guard rename(coming, url(hash).path) == 0 else { throw StorageError(errno: errno) }
      } catch {
        unlink(coming)
        throw error
      }
    }
    // All nodes can have it before its entry.
    try cluster?.storeMedium(hash, path: url(hash).path)
    do { return try file.write(list) } catch {
      try? removeUnlisted([hash])
      throw error
    }
  }

  /// Removes the files that are no longer listed; to be called in turn. Such a file is never requested: one that cannot
  /// be removed only takes space.
  func removeUnlisted(_ hashes: [String]) throws {
    guard !hashes.isEmpty else { return }
    let unlisted = try unlisted(hashes)
    try cluster?.removeMedia(unlisted)
    removeFiles(unlisted)
  }

  /// Removes files from the log that no entry names, left by a removal that has failed.
  func removeLeft(from cluster: any ClusterMember) throws {
    let stored = try cluster.storedMedia()
    try inTurn { try cluster.removeMedia(unlisted(stored)) }
  }

  private func unlisted(_ hashes: [String]) throws -> [String] {
    try file.read { db in
      try hashes.filter {
        try Bool.fetchOne(
          db,
          sql: """
            SELECT NOT EXISTS (SELECT 1 FROM picture WHERE hash = ?1 UNION ALL SELECT 1 FROM medium WHERE hash = ?1
              UNION ALL SELECT 1 FROM account WHERE picture = ?1)
            """, arguments: [$0]) ?? false
      }
    }
  }

  private func removeFiles(_ hashes: [String]) {
    for hash in hashes { try? FileManager.default.removeItem(at: url(hash)) }
  }

  private func url(_ hash: String) -> URL { folder.appendingPathComponent(hash) }
}
