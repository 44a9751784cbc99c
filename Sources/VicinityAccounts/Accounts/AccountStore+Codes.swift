import CivilTime
import GRDB

/// Codes sent by email: each works once, and for a limited time.
extension AccountStore {
  /// The purpose of a code.
  enum Purpose: String { case register, changeMail, resetPassword }

  /// A code that was found.
  struct Token {
    var purpose: Purpose
    var member: String?
    var form: String?
  }

  /// Makes a code, which replaces earlier ones of the member for the same purpose.
  /// - Returns: the code, which is stored nowhere.
  func addToken(
    _ purpose: Purpose, member: String?, form: String?, lasting seconds: Int64, at now: Instant, in db: Database
  ) throws -> String {
    let code = Secret.make("")
    try db.execute(
      sql: "DELETE FROM mail_token WHERE expires <= ?1 OR member = ?2 AND purpose = ?3",
      arguments: [now.secondsSince1970, member, purpose.rawValue])
    try db.execute(
      sql: "INSERT INTO mail_token (hash, purpose, member, form, expires) VALUES (?, ?, ?, ?, ?)",
      arguments: [Secret.hash(code), purpose.rawValue, member, form, (now + seconds).secondsSince1970])
    return code
  }

  /// Uses a code up.
  func takeToken(_ code: String, _ purposes: [Purpose], at now: Instant, in db: Database) throws -> Token? {
    let hash = Secret.hash(code)
    let row = try Row.fetchOne(
      db, sql: "SELECT * FROM mail_token WHERE hash = ? AND expires > ?", arguments: [hash, now.secondsSince1970])
    guard let row, let purpose = Purpose(rawValue: row["purpose"]), purposes.contains(purpose) else { return nil }
    try db.execute(sql: "DELETE FROM mail_token WHERE hash = ?", arguments: [hash])
    return Token(purpose: purpose, member: row["member"], form: row["form"])
  }

  /// Writes to the member of an account, if it has an address.
  func send(_ mail: MailText, to account: Account, at now: Instant, in db: Database) throws {
    try outbox.add(mail, to: account, at: now, due: now, in: db)
  }
}

extension MailOutbox {
  /// Puts an email to the member of an account into the outbox, which waits for the end of quiet hours.
  ///
  /// - Parameter member: a member named in it, apart from that of the account.
  func addQuietly(
    _ mail: MailText, to account: Account, about member: String? = nil, at now: Instant, in db: Database
  ) throws {
    try add(mail, to: account, about: member, at: now, due: account.quietHours?.end(of: now) ?? now, in: db)
  }

  /// Does nothing for an account without an address.
  fileprivate func add(
    _ mail: MailText, to account: Account, about member: String? = nil, at now: Instant, due: Instant, in db: Database
  ) throws {
    guard let address = account.mail else { return }
    try add(
      mail.message(
        to: address, name: account.displayName, service: settings.service, language: account.language),
      at: now, due: due, about: member, in: db)
  }
}
