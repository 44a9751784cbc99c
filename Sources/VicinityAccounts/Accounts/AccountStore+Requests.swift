import CivilTime
import Foundation
import GRDB
import Streams

/// Requests that are answered by email: stored before the response, and processed afterwards.
///
/// Storing a request takes the same time whether its address belongs to an account or not. The rest happens in the
/// background, so that response times do not reveal whether an account exists. Requests that cannot be processed,
/// because the disk is full or the server stops, are processed later.
extension AccountStore {
  /// Stores a request, and processes it in the background.
  ///
  /// - Parameters:
  ///   - member: the member who changes their address.
  ///   - form: of a registration.
  /// - Throws: `AccountsFileError`; no email is sent then.
  func request(
    _ purpose: Purpose, _ address: MailAddress, member: String? = nil, form: String? = nil, at now: Instant
  ) async throws {
    try await threads.run { [self] in
      try file.write { db in
        try db.execute(
          sql: "INSERT INTO mail_request (purpose, address, member, form, made) VALUES (?, ?, ?, ?, ?)",
          arguments: [purpose.rawValue, address.text, member, form, now.secondsSince1970])
      }
    }
    inBackground { [self] in try answerRequests(at: now) }
  }

  /// Answers the requests that wait, the first one first.
  ///
  /// One that cannot be answered holds up no other, and is tried again the next time.
  /// - Throws: `AccountsFileError`; the first error of a request, once the others are answered.
  package func answerRequests(at now: Instant) throws {
    let database = try file.database()
    var (isSome, last, failure) = (false, Int64.min, (any Error)?.none)
    // Most of the time there is none, and nothing is written.
    while let number = try database.look({ try Self.nextRequest(after: last, in: $0) }) {
      last = number
      do {
        try answerRequest(number, at: now)
        isSome = true
      } catch let error where !(error is AccountsFileError) { failure = failure ?? error }
    }
    if isSome { outbox.deliver(at: now) }
    if let failure { throw failure }
  }

  private func answerRequest(_ number: Int64, at now: Instant) throws {
    let counted = try file.write { db -> MailAddress? in
      // Another process may have processed it in the meantime.
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM mail_request WHERE number = ?", arguments: [number])
      else { return nil }
      try db.execute(sql: "DELETE FROM mail_request WHERE number = ?", arguments: [number])
      guard let address = try? MailAddress(row["address"], at: "mail"), limit.allows(address, at: now) else {
        return nil
      }
      try answer(row, address, at: now, in: db)
      return address
    }
    if let counted { limit.take(counted, at: now) }
  }

  private static func nextRequest(after number: Int64, in db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db, sql: "SELECT number FROM mail_request WHERE number > ? ORDER BY number LIMIT 1", arguments: [number])
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
}
