import CivilTime
import Foundation
import GRDB
import Streams
import Synchronization
import Vicinity

/// The keys of a server, in memory, as the file has them: changes by another process are seen within a second.
public final class KeyStore: Sendable {
  private struct Loaded {
    var file: AccountsFile?
    var keys: [Data: APIKey] = [:]
    var version = -1
    /// When somebody last looked whether the file has changed, or began to.
    var looked: ContinuousClock.Instant?
  }

  let path: String
  /// Whether the file is only read, and not made.
  let isReadOnly: Bool
  private let onMigration: @Sendable (CatalogMigration) -> Void
  private let loaded = Mutex(Loaded())
  private let reader = TaskThreads(limit: 1, name: "keys")

  /// The keys beside a catalog.
  /// - Parameters:
  ///   - path: the catalog.
  ///   - onMigration: told once when the file was of an older version, and is up to date now.
  public init(catalog path: String, onMigration: @escaping @Sendable (CatalogMigration) -> Void = { _ in }) {
    self.path = AccountsFile.path(ofCatalog: path)
    (isReadOnly, self.onMigration) = (false, onMigration)
  }

  /// The keys beside a catalog that is only read.
  init(readingBeside path: String) {
    self.path = AccountsFile.path(ofCatalog: path)
    (isReadOnly, onMigration) = (true, { _ in })
  }

  /// The file, made if need be.
  /// - Throws: `AccountsFileError`, also when the file has lost its name: what is written to it would be lost.
  func file() throws -> AccountsFile { try loaded.withLock { try file(&$0) } }

  private func file(_ loaded: inout Loaded) throws -> AccountsFile {
    if let file = loaded.file {
      switch file.standing {
      // One that is only read may have no locks.
      case .there where !isReadOnly || file.isUnchanged: return file
      case .missing where !isReadOnly: throw AccountsFileError.missing
      case .replaced where !isReadOnly: throw AccountsFileError.replaced
      // Who only reads has nothing to lose.
      case .there, .missing, .replaced: break
      }
    }
    guard !isReadOnly || isThere else { throw AccountsFileError.readOnly }
    let file = try AccountsFile(path: path, isReadOnly: isReadOnly)
    loaded.file = file
    if let migration = file.migration { onMigration(migration) }
    return file
  }

  /// Whether there is a file.
  var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// The key with this text; nil when there is none, or it has expired.
  ///
  /// Once a second one request waits until a thread has looked whether the file has changed; the others are answered
  /// from memory, as far as there is something in it.
  func key(_ secret: String, at now: Instant) async throws -> APIKey? {
    let hash = Secret.hash(secret)
    let isDue = isLookDue()
    if isDue { try await reader.run { try self.refresh() } }
    var key = loaded.withLock { $0.keys[hash] }
    if key == nil, !isDue {
      // It may have been made a moment ago.
      try await reader.run { try self.refresh() }
      key = loaded.withLock { $0.keys[hash] }
    }
    return key.flatMap { key in key.expires.map { $0 <= now } ?? false ? nil : key }
  }

  private func isLookDue() -> Bool {
    loaded.withLock { loaded in
      if loaded.version >= 0, let looked = loaded.looked, .now - looked < .seconds(1) { return false }
      loaded.looked = .now
      return true
    }
  }

  private func refresh() throws {
    guard loaded.withLock({ $0.file != nil }) || isThere else { return }
    let file = try file()
    let version = try file.dataVersion()
    guard version != loaded.withLock({ $0.version }) else { return }
    let keys: [Data: APIKey] = try file.look { db in
      try Row.fetchAll(db, sql: "SELECT * FROM key").reduce(into: [:]) { $0[$1["hash"]] = APIKey(row: $1) }
    }
    loaded.withLock { ($0.version, $0.keys) = (version, keys) }
  }

  /// Adds a key.
  /// - Returns: the key and its text, which is nowhere else.
  /// - Throws: `QueryError` when it has expired already; errors of the file.
  func add(name: String, scopes: [Scope], expires: Instant?, at now: Instant) throws -> (key: APIKey, secret: String) {
    if let expires, expires <= now {
      throw QueryError.outOfRange(path: "expires", found: expires.description, allowed: "a time to come")
    }
    let secret = Secret.make(APIKey.prefix)
    let key = APIKey(
      id: Secret.name(of: Secret.hash(secret)), name: name, scopes: scopes,
      created: now, expires: expires)
    try file().write { db in
      try db.execute(
        sql: "INSERT INTO key (id, hash, name, scopes, created, expires) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [
          key.id, Secret.hash(secret), name, scopes.map(\.rawValue).joined(separator: " "), now.secondsSince1970,
          expires?.secondsSince1970,
        ])
    }
    forget()
    return (key, secret)
  }

  /// All keys, oldest first.
  func all() throws -> [APIKey] {
    guard isThere else { return [] }
    return try file().read { try Row.fetchAll($0, sql: "SELECT * FROM key ORDER BY created, id").map(APIKey.init) }
  }

  /// Removes a key.
  /// - Returns: whether there was one.
  func remove(_ id: String) throws -> Bool {
    let isRemoved = try file().write { db in
      try db.execute(sql: "DELETE FROM key WHERE id = ?", arguments: [id])
      return db.changesCount > 0
    }
    forget()
    return isRemoved
  }

  /// Closes the file; the next request opens it again.
  func close() { loaded.withLock { $0 = Loaded() } }

  /// Copies the keys, the audit log and the list of pictures to where a copy of the catalog has them, if there are any.
  ///
  /// - Parameter copy: the path of the copy of the catalog.
  /// - Throws: `CatalogError.cannotMake` when there is such a file already, or it cannot be written.
  public func backUp(besideCopy copy: String) throws {
    guard isThere else { return }
    let target = AccountsFile.path(ofCatalog: copy)
    guard !FileManager.default.fileExists(atPath: target) else {
      throw CatalogError.cannotMake(path: target, reason: "there is a file of this name")
    }
    do { try AccountsFileError.telling(path) { try AccountsFile.backUp(path, to: target) } } catch {
      try? FileManager.default.removeItem(atPath: target)
      if error as? AccountsFileError == .full { throw error }
      throw CatalogError.cannotMake(path: target, reason: "\(error)")
    }
  }

  private func forget() { loaded.withLock { ($0.looked, $0.version) = (nil, -1) } }
}

extension APIKey {
  fileprivate init(row: Row) {
    let scopes: String = row["scopes"]
    self.init(
      id: row["id"], name: row["name"], scopes: scopes.split(separator: " ").compactMap { Scope(rawValue: String($0)) },
      created: Instant(secondsSince1970: row["created"]),
      expires: (row["expires"] as Int64?).map(Instant.init(secondsSince1970:)))
  }
}
