import CivilTime
import Foundation
import GRDB
import Streams
import Vicinity

extension AccountStore {
  private static let hour: Int64 = 3600

  /// Sends a code for a new password to the owner of an address, if there is one.
  package func askForPassword(_ address: MailAddress, at now: Instant) async throws {
    try await request(.resetPassword, address, at: now)
  }

  /// Makes a code for a new password.
  func answerReset(_ address: MailAddress, at now: Instant, in db: Database) throws {
    guard let account = try Self.account(withMail: address, in: db), account.suspension == nil else { return }
    let code = try addToken(.resetPassword, member: account.name, form: nil, lasting: Self.hour, at: now, in: db)
    try send(
      .resetPassword(code: code, link: outbox.settings.link.address("reset", code)), to: account, at: now, in: db)
  }

  /// Sets a new password by a code, and ends all sessions.
  /// - Throws: `AccountError.unknownCode`.
  package func resetPassword(_ code: String, to plain: String, from client: String, at now: Instant) async throws {
    let token = try await threads.run { [self] in
      try file.read { db in
        try Row.fetchOne(
          db,
          sql: """
            SELECT account.* FROM mail_token JOIN account ON name = member
            WHERE hash = ? AND purpose = ? AND expires > ?
            """, arguments: [Secret.hash(code), Purpose.resetPassword.rawValue, now.secondsSince1970]
        ).map(Account.init)
      }
    }
    guard let account = token else { throw AccountError.unknownCode }
    try Password.check(plain, at: "password", besides: [account.name, account.displayName, account.mail ?? ""])
    let password = try await passwords.password(of: plain, for: client)
    try await threads.run { [self] in
      try file.write { db in
        guard let token = try takeToken(code, [.resetPassword], at: now, in: db), token.member == account.name else {
          throw AccountError.unknownCode
        }
        try setPassword(password, of: account, keeping: nil, at: now, in: db)
      }
      sessions.forget()
    }
    delay.forgive(account.name, "")
    outbox.deliver(at: now)
  }

  /// Changes the password of a signed-in member, and ends their other sessions.
  package func changePassword(
    of account: Account, from present: String, to plain: String, in session: Session, client: String, at now: Instant
  ) async throws {
    try Password.check(plain, at: "new", besides: [account.name, account.displayName, account.mail ?? ""])
    try await confirmPassword(present, of: account, from: client)
    let password = try await passwords.password(of: plain, for: client)
    try await threads.run { [self] in
      try file.write { try setPassword(password, of: account, keeping: session.id, at: now, in: $0) }
      sessions.forget()
    }
    outbox.deliver(at: now)
  }

  private func setPassword(
    _ password: Password, of account: Account, keeping session: String?, at now: Instant, in db: Database
  ) throws {
    try db.execute(sql: "UPDATE account SET password = ? WHERE name = ?", arguments: [password.text, account.name])
    try db.execute(sql: "DELETE FROM mail_token WHERE member = ?", arguments: [account.name])
    try sessions.endAll(of: account.name, but: session, in: db)
    try send(.passwordChanged, to: account, at: now, in: db)
  }

  // MARK: The address

  /// Sends a code to a new address of a member; the account has it once the code comes back.
  package func askForMail(_ address: MailAddress, for account: Account, at now: Instant) async throws {
    try await request(.changeMail, address, member: account.name, at: now)
  }

  /// Creates the code for a new address, or notifies its owner.
  func answerNewAddress(_ address: MailAddress, of member: String, at now: Instant, in db: Database) throws {
    guard let account = try Self.account(member, in: db), try AccountsDatabase.has(member, in: db) else { return }
    if let owner = try Self.account(withMail: address, in: db) {
      if owner.name != account.name { try send(.addressIsKnown, to: owner, at: now, in: db) }
      return
    }
    let form = JSONValue.object(JSONObject([("mail", .string(address.text))])).text
    let code = try addToken(.changeMail, member: account.name, form: form, lasting: 24 * Self.hour, at: now, in: db)
    let text = MailText.confirmAddress(code: code, link: outbox.settings.link.address("confirm", code))
    try outbox.add(
      text.message(to: address.text, name: account.name, service: outbox.settings.service, language: account.language),
      at: now, in: db)
  }
}
