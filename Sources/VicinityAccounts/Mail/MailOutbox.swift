import CivilTime
import Foundation
import GRDB
import Logging
import Streams
import Synchronization
import Vicinity

/// Outgoing emails: stored in the accounts file until a program has accepted them, and retried otherwise.
///
/// Without a `mail-command` they are written as files into the folder `NAME.mail` next to the catalog `NAME.gpkg`.
package final class MailOutbox: Sendable {
  private let file: AccountsFile
  let settings: MailSettings
  private let spool: URL
  private let logger: Logger
  private let program: MailProgram?
  /// The maximum number of parallel programs, so that one that hangs does not delay other emails.
  private static let mostPrograms = 4
  /// No request waits for them.
  private let threads: TaskThreads

  private struct Hands {
    /// Emails that are being handed over.
    var busy: Set<Int64> = []
    /// Emails that were accepted, but could not be removed since: they are never sent twice.
    var taken: Set<Int64> = []
    /// Rounds that wait for a thread.
    var waiting = 0
    var failures = 0
    var isStopping = false
  }

  private let hands = Mutex(Hands())
  /// Whether the file's log may contain emails to deleted accounts; at the start those of an earlier run.
  private let hasRemains = Mutex(true)

  package init(catalog path: String, file: AccountsFile, settings: MailSettings, logger: Logger) {
    (self.file, self.settings, self.logger) = (file, settings, logger)
    spool = URL(fileURLWithPath: Catalog.stem(of: path) + ".mail")
    program = settings.command.map { MailProgram(command: $0, seconds: settings.seconds) }
    threads = TaskThreads(limit: program == nil ? 1 : Self.mostPrograms, name: "mail")
  }

  /// Puts an email into the outbox, inside a transaction of its caller, who calls `deliver` afterwards.
  ///
  /// - Parameters:
  ///   - due: when it is handed over; nil for at once.
  ///   - member: a member named in it, apart from the recipient.
  func add(
    _ mail: MailMessage, at now: Instant, due: Instant? = nil, about member: String? = nil, in db: Database
  ) throws {
    let number = 1 + (try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'mail'") ?? 0)
    let message = mail.text(from: settings.sender, named: settings.service, number: number, at: now)
    try db.execute(
      sql: "INSERT INTO mail (recipient, message, made, attempts, due, about) VALUES (?, ?, ?, 0, ?, ?)",
      arguments: [mail.recipient, message, now.secondsSince1970, (due ?? now).secondsSince1970, member])
  }

  /// Removes the name of a leaving member from waiting emails to others.
  static func takeName(_ member: String, offMailsIn db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT number, message FROM mail WHERE about = ?", arguments: [member]) {
      try db.execute(
        sql: "UPDATE mail SET message = ?, about = NULL WHERE number = ?",
        // It begins a line.
        arguments: [
          MailMessage.replacing("\r\n\(member) ", with: "\r\n… ", inBodyOf: row["message"]), row["number"] as Int64,
        ])
    }
  }

  /// Hands over what is due, in the background.
  package func deliver(at now: Instant) {
    Task { [self] in
      do { try await delivered(at: now) } catch {
        logger.error("emails cannot be delivered", metadata: ["error": "\(error)"])
      }
    }
  }

  /// Waits until what is due has been tried.
  package func delivered(at now: Instant) async throws {
    guard program != nil else { return try await threads.run { try self.deliverAll(at: now) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.mostPrograms where beginsToWait() {
        group.addTask { [self] in
          try await threads.run {
            self.hands.withLock { $0.waiting -= 1 }
            try self.deliverAll(at: now)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Whether one more round is needed: a round that waits for a thread will see everything.
  private func beginsToWait() -> Bool {
    hands.withLock { hands in
      guard hands.waiting < Self.mostPrograms else { return false }
      hands.waiting += 1
      return true
    }
  }

  /// Starts nothing from now on, and ends soon what runs.
  package func stop() {
    hands.withLock { $0.isStopping = true }
    program?.stop()
  }

  /// Waits until nothing is being handed over, after `stop`.
  package func waitForEnd() { while hands.withLock({ !$0.busy.isEmpty }) { usleep(10_000) } }

  /// The waiting emails, those of them that have failed before, and all failures since the start.
  package func counts() throws -> (waiting: Int, tried: Int, failures: Int) {
    let row = try file.look { try Row.fetchOne($0, sql: "SELECT waiting, tried FROM mail_count WHERE id = 1") }
    return (row?[0] ?? 0, row?[1] ?? 0, hands.withLock { $0.failures })
  }

  private struct Waiting {
    var number: Int64
    var recipient: String
    var message: String
    var attempts: Int
  }

  private func deliverAll(at now: Instant) throws {
    let database = try file.database()
    for number in hands.withLock({ $0.taken }) { try remove(number, from: database) }
    while let mail = try next(in: database, at: now) {
      defer { release(mail.number) }
      if let failure = handOver(mail.message, mail.number) {
        try note(failure, of: mail, in: database, at: now)
      } else {
        hands.withLock { _ = $0.taken.insert(mail.number) }
        try remove(mail.number, from: database)
      }
    }
    eraseRemains(of: database)
  }

  /// The next due email: new ones first, so that failing ones do not delay them.
  private func next(in database: AccountsDatabase, at now: Instant) throws -> Waiting? {
    while let number = try claim(in: database, at: now) {
      do {
        // Another thread may have handed it over since the list was read.
        let row = try database.look { db in
          try Row.fetchOne(
            db, sql: "SELECT recipient, message, attempts FROM mail WHERE number = ? AND due <= ?",
            arguments: [number, now.secondsSince1970])
        }
        if let row {
          return Waiting(
            number: number, recipient: row["recipient"], message: row["message"], attempts: row["attempts"])
        }
        release(number)
      } catch {
        release(number)
        throw error
      }
    }
    return nil
  }

  /// The number of a due email, claimed for this thread.
  private func claim(in database: AccountsDatabase, at now: Instant) throws -> Int64? {
    let due = try database.look { db in
      try Int64.fetchAll(
        db, sql: "SELECT number FROM mail WHERE due <= ? ORDER BY attempts > 0, number LIMIT ?",
        arguments: [now.secondsSince1970, 2 * Self.mostPrograms])
    }
    return hands.withLock { hands in
      guard !hands.isStopping,
        let number = due.first(where: { !hands.busy.contains($0) && !hands.taken.contains($0) })
      else { return nil }
      hands.busy.insert(number)
      return number
    }
  }

  private func release(_ number: Int64) { _ = hands.withLock { $0.busy.remove(number) } }

  /// Notes that an email was not accepted; it is retried later, and given up in the end.
  private func note(_ failure: String, of mail: Waiting, in database: AccountsDatabase, at now: Instant) throws {
    hands.withLock { $0.failures += 1 }
    let attempts = mail.attempts + 1
    let isLast = attempts >= Retrying.mostAttempts
    logger.warning(
      isLast ? "an email was not accepted, and is given up" : "an email was not accepted",
      metadata: ["number": "\(mail.number)", "reason": "\(failure)", "attempt": "\(attempts)"])
    if isLast { return try remove(mail.number, from: database) }
    try database.write { db in
      try db.execute(
        sql: "UPDATE mail SET attempts = ?, due = ? WHERE number = ?",
        arguments: [attempts, now.secondsSince1970 + Retrying.wait(after: attempts), mail.number])
    }
  }

  private func remove(_ number: Int64, from database: AccountsDatabase) throws {
    let leavesRemains = try database.write { db -> Bool in
      let recipient = try String.fetchOne(db, sql: "SELECT recipient FROM mail WHERE number = ?", arguments: [number])
      try db.execute(sql: "DELETE FROM mail WHERE number = ?", arguments: [number])
      let isMember = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE mail_key = lower(?))", arguments: [recipient])
      return isMember != true
    }
    hands.withLock { _ = $0.taken.remove(number) }
    if leavesRemains { hasRemains.withLock { $0 = true } }
  }

  /// Empties the log, so that nothing is left of emails to deleted accounts. Retried if the log is in use.
  private func eraseRemains(of database: AccountsDatabase) {
    guard hasRemains.withLock({ $0 }) else { return }
    do {
      try database.emptyLog()
      hasRemains.withLock { $0 = false }
    } catch { logger.notice("the log of the accounts file is emptied later", metadata: ["reason": "\(error)"]) }
  }

  /// - Returns: why the email was not accepted; nil when it was.
  private func handOver(_ message: String, _ number: Int64) -> String? {
    do {
      if let program { return program.run(message) }
      try FileManager.default.createDirectory(
        at: spool, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let name = String(format: "%08lld.eml", number)
      let file = spool.appendingPathComponent(name)
      guard
        FileManager.default.createFile(
          atPath: file.path, contents: Data(message.utf8), attributes: [.posixPermissions: 0o600])
      else { return "\(file.path) cannot be written" }
      return nil
    } catch { return "\(error)" }
  }
}
