import CivilTime
import Foundation
import GRDB
import Streams

/// Requests that are answered by a mail: kept before anybody is told that a mail comes, and answered afterwards.
///
/// Keeping a request takes the same time whether its address belongs to an account or not. What differs happens
/// afterwards, and nobody waits for it: so nobody learns by the time whether there is one. What cannot be done, because
/// the disk is full or the server ends, is done later.
extension AccountStore {
  /// Keeps a request, and answers it in the background.
  ///
  /// - Parameters:
  ///   - member: who wants another address.
  ///   - form: of a registration.
  /// - Throws: `AccountsFileError`; no mail comes then.
  func request(
    _ purpose: Purpose, _ address: MailAddress, member: String? = nil, form: String? = nil, at now: Instant
  ) async throws {
    try await threads.run { [self] in
      try keys.file().write { db in
        try db.execute(
          sql: "INSERT INTO mail_request (purpose, address, member, form, made) VALUES (?, ?, ?, ?, ?)",
          arguments: [purpose.rawValue, address.text, member, form, now.secondsSince1970])
      }
    }
    inBackground { [self] in try answerRequests(at: now) }
  }

  /// Answers the requests that wait, the first one first.
  func answerRequests(at now: Instant) throws {
    var isSome = false
    while try answerNextRequest(at: now) { isSome = true }
    if isSome { outbox.deliver(at: now) }
  }

  /// - Returns: whether there was one.
  private func answerNextRequest(at now: Instant) throws -> Bool {
    let file = try keys.file()
    // Most of the time there is none, and nothing is written.
    guard try file.look({ try Self.nextRequest(in: $0) }) != nil else { return false }
    let counted = try file.write { db -> MailAddress? in
      guard let row = try Self.nextRequest(in: db) else { return nil }
      try db.execute(sql: "DELETE FROM mail_request WHERE number = ?", arguments: [row["number"] as Int64])
      guard let address = try? MailAddress(row["address"], at: "mail"), limit.allows(address, at: now) else {
        return nil
      }
      try answer(row, address, at: now, in: db)
      return address
    }
    if let counted { limit.take(counted, at: now) }
    return true
  }

  private static func nextRequest(in db: Database) throws -> Row? {
    try Row.fetchOne(db, sql: "SELECT * FROM mail_request ORDER BY number LIMIT 1")
  }

  private func answer(_ row: Row, _ address: MailAddress, at now: Instant, in db: Database) throws {
    switch Purpose(rawValue: row["purpose"]) {
    case .register:
      let text: String = row["form"] ?? ""
      guard let form = try? JSONParser.parse(text.utf8).object else { return }
      try answerRegistration(form, address, at: now, in: db)
    case .resetPassword: try answerReset(address, at: now, in: db)
    case .changeMail: try answerNewAddress(address, of: row["member"] ?? "", at: now, in: db)
    case nil: break
    }
  }

  /// The addresses of the map page in mails.
  var mailLink: MailLink { MailLink(publicURL: settings.publicURL) }
}
