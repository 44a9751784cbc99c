import CivilTime
import Foundation
import GRDB
import Streams
import Synchronization
import Vicinity

/// The sessions of members. Those in use are in memory; changes by another process are seen within a second.
package final class SessionStore: Sendable {
  private struct Known {
    var sessions: [Data: Session] = [:]
    var version = -1
    var looked: ContinuousClock.Instant?
    var endings = 0
  }

  private let file: AccountsFile
  private let known = Mutex(Known())
  private let reader = TaskThreads(limit: 1, name: "sessions")
  /// Sessions in memory; beyond that all are read again.
  private static let most = 20_000

  package init(file: AccountsFile) { self.file = file }

  /// The session with this text; nil when there is none, it has expired, or its member is suspended.
  package func session(_ secret: String, at now: Instant) async throws -> Session? {
    let hash = Secret.hash(secret)
    // A copy to read from may have come without accounts.
    if file.isReadOnly, !file.isThere { return nil }
    if let session = known.withLock({ known in isFresh(known) ? known.sessions[hash] : nil }) {
      return try await used(session, hash, at: now)
    }
    let session = try await reader.run { try self.read(hash) }
    guard let session else { return nil }
    return try await used(session, hash, at: now)
  }

  /// Whether a session has not ended: for what lasts longer than a request.
  package func isThere(_ session: Session, at now: Instant) throws -> Bool {
    try file.look { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM session JOIN account ON account.name = member
            WHERE id = ? AND expires > ? AND suspended IS NULL)
          """, arguments: [session.id, now.secondsSince1970]) ?? false
    }
  }

  private func isFresh(_ known: Known) -> Bool { known.looked.map { .now - $0 < .seconds(1) } ?? false }

  private func read(_ hash: Data) throws -> Session? {
    let database = try file.database()
    let version = try database.dataVersion()
    known.withLock { known in
      if known.version != version || known.sessions.count > Self.most { known.sessions = [:] }
      (known.version, known.looked) = (version, .now)
    }
    if let session = known.withLock({ $0.sessions[hash] }) { return session }
    let session = try database.look { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT session.*, role FROM session JOIN account ON account.name = member WHERE hash = ? AND suspended IS NULL
          """, arguments: [hash]
      ).map(Session.init)
    }
    if let session { known.withLock { $0.sessions[hash] = session } }
    return session
  }

  /// A session in use lasts on; that is written once an hour.
  private func used(_ session: Session, _ hash: Data, at now: Instant) async throws -> Session? {
    guard session.expires > now else { return nil }
    guard now.secondsSince1970 - session.seen.secondsSince1970 > 3600 else { return session }
    guard !file.isReadOnly else { return session }
    var longer = session
    (longer.seen, longer.expires) = (now, now + Session.lifetime(isKept: session.isKept))
    return try await reader.run { [longer] in
      do {
        try self.file.write { db in
          try db.execute(
            sql: "UPDATE session SET seen = ?, expires = ? WHERE hash = ?",
            arguments: [longer.seen.secondsSince1970, longer.expires.secondsSince1970, hash])
        }
      } catch let error as AccountsFileError where !error.isForOperator {
        // It has not expired, and can be used: it is extended when there is space.
        return session
      } catch is ClusterError {
        // The leader extends it.
        return session
      }
      self.known.withLock { $0.sessions[hash] = longer }
      return longer
    }
  }

  // MARK: Changing

  /// Starts a session, inside the caller's transaction. Each has a new text, which cannot have been known before.
  func begin(for account: Account, isKept: Bool, agent: String?, at now: Instant, in db: Database) throws -> (
    Session, String
  ) {
    let secret = Secret.make(Session.prefix)
    let hash = Secret.hash(secret)
    let session = Session(id: Secret.name(of: hash), account: account, now: now, isKept: isKept, agent: agent)
    try db.execute(sql: "DELETE FROM session WHERE expires <= ?", arguments: [now.secondsSince1970])
    try db.execute(
      sql: """
        INSERT INTO session (hash, id, member, created, seen, expires, is_kept, agent) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        hash, session.id, session.member, now.secondsSince1970, now.secondsSince1970, session.expires.secondsSince1970,
        isKept, agent,
      ])
    return (session, secret)
  }

  /// The sessions of a member, the last used first.
  package func sessions(of member: String, at now: Instant) throws -> [Session] {
    try file.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT session.*, role FROM session JOIN account ON account.name = member
          WHERE member = ? AND expires > ? ORDER BY seen DESC, id
          """, arguments: [member, now.secondsSince1970]
      ).map(Session.init)
    }
  }

  /// Ends sessions of a member: the one with this id, or all but it.
  /// - Returns: how many ended.
  package func end(_ id: String, ofAllOthers: Bool = false, of member: String) throws -> Int {
    let ended = try file.write { db in
      try db.execute(
        sql: "DELETE FROM session WHERE member = ?1 AND (id = ?2) <> ?3", arguments: [member, id, ofAllOthers])
      return db.changesCount
    }
    forget()
    return ended
  }

  /// Ends all sessions of a member except one, inside a transaction of its caller, who calls `forget` afterwards.
  package func endAll(of member: String, but id: String? = nil, in db: Database) throws {
    try db.execute(sql: "DELETE FROM session WHERE member = ? AND id IS NOT ?", arguments: [member, id])
  }

  /// Reads all sessions again: some have ended, or their members' roles have changed.
  package func forget() {
    known.withLock { ($0.sessions, $0.looked, $0.endings) = ([:], nil, $0.endings + 1) }
  }

  /// Grows whenever sessions may have ended: for streams, which last longer than a request.
  package var endings: Int { known.withLock { $0.endings } }
}
