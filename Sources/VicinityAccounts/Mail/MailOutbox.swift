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
  /// The maximum number of rounds that run at a time: each hands over one email after another.
  private let mostRounds: Int
  /// For the accounts file and the folder; no request waits for it.
  private let thread = TaskThreads(limit: 1, name: "mail")

  private struct Hands {
    /// Emails that are being handed over.
    var busy: Set<Int64> = []
    /// Emails that were accepted, but could not be removed since: they are never sent twice.
    var taken: Set<Int64> = []
    /// The number of running rounds.
    var rounds = 0
    /// Rounds that wait for the end of another one.
    var waiting: [CheckedContinuation<Bool, Never>] = []
    var failures = 0
    var isStopping = false
  }

  private let hands = Mutex(Hands())
  /// The end of the last round, after `stop`.
  private let ended = Ending()
  /// Whether the file's log may contain emails to deleted accounts; at the start those of an earlier run.
  private let hasRemains = Mutex(true)

  package init(catalog path: String, file: AccountsFile, settings: MailSettings, logger: Logger) {
    (self.file, self.settings, self.logger) = (file, settings, logger)
    spool = URL(fileURLWithPath: Catalog.stem(of: path) + ".mail")
    program = settings.command.map { MailProgram(command: $0, seconds: settings.seconds) }
    mostRounds = program == nil ? 1 : Self.mostPrograms
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
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<mostRounds {
        // Not a child task: an email that is being handed over is recorded even when the caller is cancelled.
        group.addTask { try await Task { try await self.deliverInTurn(at: now) }.value }
      }
      try await group.waitForAll()
    }
  }

  private func deliverInTurn(at now: Instant) async throws {
    guard await begins() else { return }
    defer { ends() }
    try await deliverAll(at: now)
  }

  /// Whether one more round is needed: those that wait will see everything. Waits while the most run.
  private func begins() async -> Bool {
    await withCheckedContinuation { continuation in
      let begins = hands.withLock { hands -> Bool? in
        if hands.isStopping { return false }
        if hands.rounds < mostRounds {
          hands.rounds += 1
          return true
        }
        if program != nil, hands.waiting.count >= Self.mostPrograms { return false }
        hands.waiting.append(continuation)
        return nil
      }
      if let begins { continuation.resume(returning: begins) }
    }
  }

  /// Lets a waiting round run instead of one that has ended.
  private func ends() {
    let next = hands.withLock { hands -> CheckedContinuation<Bool, Never>? in
      if !hands.waiting.isEmpty { return hands.waiting.removeFirst() }
      hands.rounds -= 1
      return nil
    }
    next?.resume(returning: true)
    finishIfIdle()
  }

  /// Starts nothing from now on, and ends soon what runs.
  package func stop() {
    hands.withLock { $0.isStopping = true }
    program?.stop()
    finishIfIdle()
  }

  private func finishIfIdle() {
    if hands.withLock({ $0.isStopping && $0.rounds == 0 }) { ended.finish(.success(())) }
  }

  /// Waits until nothing is being handed over, after `stop`; at most a minute.
  package func waitForEnd() async {
    // Not a child task: the files are needed until the end even when the caller is cancelled.
    await Task { [ended] in _ = await ended.hasEnded(by: .now + .seconds(60)) }.value
  }

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

  private func deliverAll(at now: Instant) async throws {
    let database = try await thread.run {
      let database = try self.file.database()
      for number in self.hands.withLock({ $0.taken }) { try self.remove(number, from: database) }
      return database
    }
    while let mail = try await thread.run({ try self.next(in: database, at: now) }) {
      defer { release(mail.number) }
      let failure = try await handOver(mail)
      try await thread.run { try self.record(failure, of: mail, in: database, at: now) }
    }
    try await thread.run { self.eraseRemains(of: database) }
  }

  /// The next due email: new ones first, so that failing ones do not delay them.
  private func next(in database: AccountsDatabase, at now: Instant) throws -> Waiting? {
    while let number = try claim(in: database, at: now) {
      do {
        // Another round may have handed it over since the list was read.
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

  /// The number of a due email, claimed for one round.
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

  /// Removes an email that was accepted. Another one is retried later, and given up in the end.
  private func record(_ failure: String?, of mail: Waiting, in database: AccountsDatabase, at now: Instant) throws {
    guard let failure else {
      hands.withLock { _ = $0.taken.insert(mail.number) }
      return try remove(mail.number, from: database)
    }
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
      if database.isRecorded { try WantedErasure.removed(email: number, in: db) }
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
  private func handOver(_ mail: Waiting) async throws -> String? {
    if let program { return await program.run(mail.message) }
    return try await thread.run { self.writeFile(of: mail) }
  }

  /// - Returns: why it cannot be written; nil when it was.
  private func writeFile(of mail: Waiting) -> String? {
    do {
      try FileManager.default.createDirectory(
        at: spool, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let name = String(format: "%08lld.eml", mail.number)
      let file = spool.appendingPathComponent(name)
      guard
        FileManager.default.createFile(
          atPath: file.path, contents: Data(mail.message.utf8), attributes: [.posixPermissions: 0o600])
      else { return "\(file.path) cannot be written" }
      return nil
    } catch { return "\(error)" }
  }
}
