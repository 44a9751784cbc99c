import CivilTime
import Foundation
import GRDB
import Logging
import Streams
import Synchronization
import Vicinity

/// The accounts of members, in the accounts file.
///
/// No response reveals whether an email address belongs to an account: registering, resetting a password and changing
/// an address give the same response either way; the rest is sent by email.
package final class AccountStore: Sendable {
  package let file: AccountsFile
  let sessions: SessionStore
  package let outbox: MailOutbox
  let passwords: PasswordHasher
  let delay = GuessDelay()
  let limit = MailLimit()
  let rules: AccountRules
  let logger: Logger
  /// For work that waits for the disk, and for background work.
  package let threads = TaskThreads(limit: 1, name: "accounts")

  package init(file: AccountsFile, sessions: SessionStore, outbox: MailOutbox, rules: AccountRules, logger: Logger) {
    (self.file, self.sessions, self.outbox, self.rules, self.logger) = (file, sessions, outbox, rules, logger)
    passwords = PasswordHasher(logRounds: rules.passwordLogRounds)
  }

  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Runs work whose duration may differ between members in the background, so that it cannot be measured: one piece
  /// after the other.
  func inBackground(_ body: @escaping @Sendable () throws -> Void) {
    last.withLock { last in
      last = Task { [before = last, threads, logger] in
        await before?.value
        do { try await threads.run(body) } catch {
          logger.error("a change of an account failed", metadata: ["error": "\(error)"])
        }
      }
    }
  }

  /// Waits until the background work is done, and emails are delivered.
  func settle(at now: Instant) async throws {
    await last.withLock(\.self)?.value
    try await outbox.delivered(at: now)
  }

  /// The account of a member; nil when there is none.
  package func account(_ name: String) throws -> Account? { try file.read { try Self.account(name, in: $0) } }

  static func account(_ name: String, in db: Database) throws -> Account? {
    try Row.fetchOne(db, sql: "SELECT * FROM account WHERE name = ?", arguments: [name]).map(Account.init)
  }

  static func account(withMail address: MailAddress, in db: Database) throws -> Account? {
    try Row.fetchOne(db, sql: "SELECT * FROM account WHERE mail_key = ?", arguments: [address.key]).map(Account.init)
  }

  /// Whether a name is unavailable for a new account, because an account has it or had it.
  static func isTaken(_ name: String, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM account WHERE name = ?1)
          OR EXISTS (SELECT 1 FROM former_account WHERE name_hash = ?2)
        """, arguments: [name, Secret.hash(name)]) ?? false
  }

  /// Writes a new account.
  static func insert(_ account: Account, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO account (name, display, mail, mail_key, password, role, language, created, terms)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        account.name, account.displayName, account.mail, account.mail?.lowercased(), account.password.text,
        account.role.rawValue, account.language, account.created.secondsSince1970, account.terms,
      ])
  }

  // MARK: The directory

  /// Members by name: those whose name or public name begins with a text.
  ///
  /// - Parameter after: names after this one only.
  package func members(beginning text: String, after: String, limit: Int) throws -> [Account] {
    guard !text.isEmpty else {
      return try file.read { db in
        try Row.fetchAll(
          db, sql: "SELECT * FROM account WHERE name > ? AND suspended IS NULL ORDER BY name LIMIT ?",
          arguments: [after, limit]
        ).map(Account.init)
      }
    }
    let pattern = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_") + "%"
    return try file.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT a.* FROM account_prefix p CROSS JOIN account a ON a.name = p.name
          WHERE p.prefix = lower(substr(?1, 1, 3)) AND p.name > ?2 AND a.suspended IS NULL
            AND (a.name LIKE ?3 ESCAPE '\\' OR a.display LIKE ?3 ESCAPE '\\')
          ORDER BY p.name LIMIT ?4
          """, arguments: [text, after, pattern, limit]
      ).map(Account.init)
    }
  }

  /// There must always be an admin.
  package func refuseLastAdmin(_ account: Account) async throws {
    try await threads.run { [self] in
      try file.read { try Self.refuseLastAdmin(account, in: $0) }
    }
  }

  static func refuseLastAdmin(_ account: Account, in db: Database) throws {
    guard account.role == .admin else { return }
    let admins = try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE role = 'admin'") ?? 0
    if admins == 1 { throw AccountError.lastAdmin(account.name) }
  }

  /// Gives a member another role.
  /// - Returns: the changed account.
  /// - Throws: `AccountError` for an unknown member, one whose account is ending, and for the last admin.
  package func setRole(_ role: Role, of name: String) throws -> Account {
    let account = try file.write { db in
      guard var account = try Self.account(name, in: db), try AccountsDatabase.has(name, in: db) else {
        throw AccountError.unknownMember(name)
      }
      if role != .admin { try Self.refuseLastAdmin(account, in: db) }
      try db.execute(sql: "UPDATE account SET role = ? WHERE name = ?", arguments: [role.rawValue, name])
      account.role = role
      return account
    }
    sessions.forget()
    return account
  }
}
