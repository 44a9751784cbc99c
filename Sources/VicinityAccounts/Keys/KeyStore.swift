import CivilTime
import Foundation
import GRDB
import Streams
import Synchronization
import Vicinity

/// The keys of a server, in memory, as the file has them: changes by another process are seen within a second.
public final class KeyStore: Sendable {
  private struct Loaded {
    var keys: [Data: APIKey] = [:]
    var version = -1
    /// When a check for changes of the file last started.
    var looked: ContinuousClock.Instant?
  }

  private let file: AccountsFile
  private let loaded = Mutex(Loaded())
  private let reader = TaskThreads(limit: 1, name: "keys")

  /// The keys in an accounts file.
  public init(_ file: AccountsFile) { self.file = file }

  /// The key with this text; nil when there is none, or it has expired.
  ///
  /// Once a second, one request waits until a thread has checked the file for changes; the others are answered from
  /// memory, if it has the key.
  package func key(_ secret: String, at now: Instant) async throws -> APIKey? {
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
    guard file.isOpen || file.isThere else { return }
    let database = try file.database()
    let version = try database.dataVersion()
    guard version != loaded.withLock({ $0.version }) else { return }
    let keys: [Data: APIKey] = try database.look { db in
      try Row.fetchAll(db, sql: "SELECT * FROM key").reduce(into: [:]) { $0[$1["hash"]] = APIKey(row: $1) }
    }
    loaded.withLock { ($0.version, $0.keys) = (version, keys) }
  }

  /// Adds a key.
  /// - Returns: the key and its text, which is nowhere else.
  /// - Throws: `QueryError` when it has expired already; errors of the file.
  package func add(name: String, scopes: [Scope], expires: Instant?, at now: Instant) throws -> (
    key: APIKey, secret: String
  ) {
    if let expires, expires <= now {
      throw QueryError.outOfRange(path: "expires", found: expires.description, allowed: "a time to come")
    }
    let secret = Secret.make(APIKey.prefix)
    let key = APIKey(
      id: Secret.name(of: Secret.hash(secret)), name: name, scopes: scopes,
      created: now, expires: expires)
    try file.write { db in
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
  package func all() throws -> [APIKey] {
    guard file.isThere else { return [] }
    return try file.read { try Row.fetchAll($0, sql: "SELECT * FROM key ORDER BY created, id").map(APIKey.init) }
  }

  /// Removes a key.
  /// - Returns: whether there was one.
  package func remove(_ id: String) throws -> Bool {
    let isRemoved = try file.write { db in
      try db.execute(sql: "DELETE FROM key WHERE id = ?", arguments: [id])
      return db.changesCount > 0
    }
    forget()
    return isRemoved
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
