import CivilTime
import GRDB
import Logging
import Streams
import Vicinity

/// Reminds members of upcoming events and stays: as a change, and by email.
///
/// The time up to which reminders were sent is written in the same transaction: each is sent once, also after a pause.
package final class ReminderSender: Sendable {
  private let catalog: Catalog
  private let file: AccountsFile
  private let changes: ChangeLog
  private let outbox: MailOutbox
  private let logger: Logger
  private static let name = "reminders"

  package init(catalog: Catalog, file: AccountsFile, changes: ChangeLog, outbox: MailOutbox, logger: Logger) {
    (self.catalog, self.file, self.changes, self.outbox) = (catalog, file, changes, outbox)
    self.logger = logger
  }

  /// Sends due reminders; waits for both files.
  /// - Returns: the number of reminders.
  @discardableResult
  package func tell(at now: Instant) throws -> Int {
    let database = try file.database()
    let known = try database.progress(of: Self.name)
    // The first time there is nothing to catch up with.
    let after = known.map(Instant.init(secondsSince1970:)) ?? now - 1
    let due = try catalog.reminders(after: after, upTo: now)
    try database.write { db in
      // Another process may have delivered them in the meantime.
      guard try AccountsDatabase.progress(of: Self.name, in: db) == known else { return }
      for reminder in due {
        try db.alone {
          try tell(reminder, at: now, in: db)
        } failing: {
          logger.error(
            "a reminder cannot be delivered", metadata: ["listing": "\(reminder.listing)", "error": "\($0)"])
        }
      }
      try AccountsDatabase.setProgress(of: Self.name, to: now.secondsSince1970, in: db)
    }
    changes.signals.notify(Set(due.map(\.member)))
    outbox.deliver(at: now)
    return due.count
  }

  private func tell(_ reminder: Reminder, at now: Instant, in db: Database) throws {
    guard let account = try AccountStore.account(reminder.member, in: db) else { return }
    var data = JSONObject([
      ("what", .string(reminder.kind.rawValue)), ("listing", .string(reminder.listing)),
      ("starts", .string(reminder.at.iso8601(in: reminder.zone ?? .utc))),
    ])
    data["name"] = reminder.name.map { .string($0) }
    data["booking"] = reminder.booking.map { .string($0) }
    try ChangeLog.add(.reminder, for: reminder.member, data, at: now, in: db)
    guard account.mailsReminders else { return }
    let local = (reminder.zone ?? .utc).localDateTime(at: reminder.at)
    let time = local.description.split(separator: "T").last.map { String($0.prefix(5)) } ?? ""
    let when = reminder.kind == .event ? "\(local.date) \(time)" : "\(local.date)"
    let text = MailText.reminder(
      what: reminder.kind.rawValue, listing: reminder.name ?? reminder.listing, when: when,
      link: outbox.settings.link.address(ofListing: reminder.listing))
    try outbox.addQuietly(text, to: account, at: now, in: db)
  }
}
