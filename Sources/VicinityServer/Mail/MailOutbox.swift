import CivilTime
import Foundation
import GRDB
import Logging
import Streams
import Synchronization

/// Mails on their way: kept in the accounts file until a program has taken them, and tried again when it has not.
///
/// Without a `mail-command` they are put as files into the folder `NAME.mail` beside the catalog `NAME.gpkg`.
final class MailOutbox: Sendable {
  private let keys: KeyStore
  let settings: ServerSettings
  private let spool: URL
  private let logger: Logger
  /// One program at a time, and no request waits for it.
  private let threads = TaskThreads(limit: 1, name: "mail")
  /// Whether the log of the file may have mails to somebody without an account; at the start those of an earlier run.
  private let hasRemains = Mutex(true)

  init(catalog path: String, keys: KeyStore, settings: ServerSettings, logger: Logger) {
    (self.keys, self.settings, self.logger) = (keys, settings, logger)
    spool = URL(fileURLWithPath: AccountsFile.stem(ofCatalog: path) + ".mail")
  }

  /// Puts a mail into the outbox, inside a transaction of its caller, who calls `deliver` afterwards.
  ///
  /// - Parameters:
  ///   - due: when it is handed over; nil for at once.
  ///   - member: whose name is in it, besides that of the recipient.
  func add(
    _ mail: MailMessage, at now: Instant, due: Instant? = nil, about member: String? = nil, in db: Database
  ) throws {
    let number = 1 + (try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'mail'") ?? 0)
    let message = mail.text(from: settings.mailSender, named: settings.title, number: number, at: now)
    try db.execute(
      sql: "INSERT INTO mail (recipient, message, made, attempts, due, about) VALUES (?, ?, ?, 0, ?, ?)",
      arguments: [mail.recipient, message, now.secondsSince1970, (due ?? now).secondsSince1970, member])
  }

  /// Takes the name of a member who leaves off the mails to others that wait.
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
  func deliver(at now: Instant) {
    Task { [self] in
      do { try await threads.run { try self.deliverAll(at: now) } } catch {
        logger.error("mails cannot be delivered", metadata: ["error": "\(error)"])
      }
    }
  }

  /// Waits until what is due has been tried.
  func delivered(at now: Instant) async throws { try await threads.run { try self.deliverAll(at: now) } }

  private func deliverAll(at now: Instant) throws {
    let file = try keys.file()
    let due = try file.look { db in
      try Row.fetchAll(
        db, sql: "SELECT number, recipient, message, attempts FROM mail WHERE due <= ? ORDER BY number",
        arguments: [now.secondsSince1970])
    }
    for row in due {
      let (number, attempts): (Int64, Int) = (row["number"], row["attempts"] + 1)
      let recipient: String = row["recipient"]
      let failure = handOver(row["message"], number)
      if let failure {
        logger.warning("a mail was not taken", metadata: ["number": "\(number)", "reason": "\(failure)"])
      }
      let leavesRemains = try file.write { db -> Bool in
        guard failure == nil || attempts >= Retrying.mostAttempts else {
          try db.execute(
            sql: "UPDATE mail SET attempts = ?, due = ? WHERE number = ?",
            arguments: [attempts, now.secondsSince1970 + Retrying.wait(after: attempts), number])
          return false
        }
        try db.execute(sql: "DELETE FROM mail WHERE number = ?", arguments: [number])
        let isMember = try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE mail_key = lower(?))", arguments: [recipient])
        return isMember != true
      }
      if leavesRemains { hasRemains.withLock { $0 = true } }
    }
    eraseRemains(of: file)
  }

  /// Empties the log, so that nothing is left of mails to those whose account has ended. Tried again when it is in use.
  private func eraseRemains(of file: AccountsFile) {
    guard hasRemains.withLock({ $0 }) else { return }
    do {
      try file.emptyLog()
      hasRemains.withLock { $0 = false }
    } catch { logger.notice("the log of the accounts file is emptied later", metadata: ["reason": "\(error)"]) }
  }

  /// - Returns: why the mail was not taken; nil when it was.
  private func handOver(_ message: String, _ number: Int64) -> String? {
    do {
      if let command = settings.mailCommand { return try run(command, message) }
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

  private func run(_ command: String, _ message: String) throws -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let input = Pipe()
    (process.standardInput, process.standardOutput) = (input, FileHandle.nullDevice)
    try process.run()
    try? input.fileHandleForWriting.write(contentsOf: Data(message.utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? nil : "the command ended with status \(process.terminationStatus)"
  }
}
