import CivilTime
import GRDB
import Logging
import Streams
import Synchronization
import Vicinity

/// The alerts of all members: stored in the accounts file, and evaluated in memory whenever a listing changes.
///
/// Alerts react to changes of listings only: a bar opening or an event starting triggers none. Reminders cover events
/// and stays.
package final class AlertService: Sendable {
  private let catalog: Catalog
  private let file: AccountsFile
  private let changes: ChangeLog
  private let outbox: MailOutbox
  private let limit: AlertLimit
  private let logger: Logger
  private let clock: @Sendable () -> Instant
  private let standing = Mutex<StandingQueries?>(nil)
  private let judged = Mutex(Judged())
  private let threads = TaskThreads(limit: 1, name: "alerts")
  package let deliveries: WebhookSender

  /// The most alerts of a member.
  static let most = 50

  /// Evaluated changes, until the catalog no longer stores their former states.
  private struct Judged {
    /// The changes to report.
    var untold: [StandingChange] = []
    /// The marks of changes evaluated since the last report: they are evaluated again in a new process.
    var quiet: [Int] = []
    /// The marks in the accounts file: they are not evaluated again.
    var noted: [Int] = []

    /// The number of marks removed at once, in a commit of its own.
    static let most = 200
  }

  package init(
    catalog: Catalog, file: AccountsFile, changes: ChangeLog, outbox: MailOutbox, limit: AlertLimit,
    client: any OutgoingRequests, logger: Logger, clock: @escaping @Sendable () -> Instant
  ) {
    (self.catalog, self.file, self.changes, self.outbox) = (catalog, file, changes, outbox)
    (self.limit, self.logger, self.clock) = (limit, logger, clock)
    deliveries = WebhookSender(file: file, changes: changes, client: client, logger: logger)
  }

  // MARK: Alerts of a member

  package func alerts(of member: String) throws -> [Alert] {
    try file.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM alert WHERE member = ? ORDER BY created, id", arguments: [member])
        .map(Alert.init)
    }
  }

  /// Stores an alert.
  ///
  /// - Throws: `QueryError` for a query that has no meaning, `AlertError.tooMany`.
  package func add(_ form: AlertForm, of member: String, at now: Instant) throws -> Alert {
    let secret = form.webhook == nil ? nil : WebhookSender.secret()
    let alert = Alert(
      id: "a-" + Secret.make("").prefix(22), member: member, form: form, secret: secret, created: now)
    let query = try alert.standing(within: limit)
    try queries().set(query, for: alert.id, of: member)
    do { try insert(alert, at: now) } catch {
      try queries().remove(alert.id)
      throw error
    }
    return alert
  }

  private func insert(_ alert: Alert, at now: Instant) throws {
    try file.write { db in
      let count =
        try Int.fetchOne(db, sql: "SELECT count(*) FROM alert WHERE member = ?", arguments: [alert.member]) ?? 0
      guard count < Self.most else { throw AlertError.tooMany(Self.most) }
      try db.execute(
        sql: """
          INSERT INTO alert (id, member, name, query, is_mailed, webhook, secret, failures, created)
          VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
          """,
        arguments: [
          alert.id, alert.member, alert.name, alert.query.text, alert.isMailed, alert.webhook, alert.secret,
          now.secondsSince1970,
        ])
    }
  }

  /// Changes an alert of a member.
  ///
  /// - Parameters:
  ///   - name: the new name; nil to leave it.
  ///   - isMailed: whether emails are sent from now on; nil for no change.
  package func change(_ id: String, of member: String, name: String?, isMailed: Bool?) throws -> Alert {
    let row = try file.write { db in
      try db.execute(
        sql:
          "UPDATE alert SET name = coalesce(?, name), is_mailed = coalesce(?, is_mailed) WHERE id = ? AND member = ?",
        arguments: [name, isMailed, id, member])
      return try Row.fetchOne(db, sql: "SELECT * FROM alert WHERE id = ? AND member = ?", arguments: [id, member])
    }
    guard let row else { throw AlertError.unknown(id: id) }
    return try Alert(row: row)
  }

  /// Removes an alert of a member.
  package func remove(_ id: String, of member: String) throws {
    let isRemoved = try file.write { db in
      try db.execute(sql: "DELETE FROM alert WHERE id = ? AND member = ?", arguments: [id, member])
      return db.changesCount > 0
    }
    guard isRemoved else { throw AlertError.unknown(id: id) }
    try queries().remove(id)
  }

  /// Removes all alerts of a member.
  package func removeAll(of member: String) throws {
    for alert in try alerts(of: member) { try remove(alert.id, of: member) }
  }

  // MARK: Judging

  /// Reads the alerts. From then on all changes are evaluated.
  package func prepare() async throws { _ = try await threads.run { [self] in try queries() } }

  /// Forgets the alerts: they may have changed elsewhere before they are read again.
  package func forget() { standing.withLock { $0 = nil } }

  /// Reads the alerts, and judges what the process before has not.
  func begin() async throws {
    try await prepare()
    try await tell(at: clock())
  }

  /// The standing queries of all alerts, read on first use.
  private func queries() throws -> StandingQueries {
    try standing.withLock { standing in
      if let standing { return standing }
      let made = try load()
      standing = made
      return made
    }
  }

  private func load() throws -> StandingQueries {
    let queries = try catalog.watchKeeping(within: .usual, clock: clock)
    let (alerts, told) = try file.read { db in
      let alerts = try Row.fetchAll(db, sql: "SELECT * FROM alert ORDER BY created").map(Alert.init)
      return (alerts, try Int.fetchAll(db, sql: "SELECT mark FROM judged_change"))
    }
    let kept = try catalog.keptChanges()
    if !kept.unreadable.isEmpty {
      logger.error(
        "changes before the start cannot be read, and are not evaluated",
        metadata: ["count": "\(kept.unreadable.count)"])
    }
    judged.withLock { $0.noted = told + kept.unreadable }
    let isTold = Set(told)
    var changes = kept.changes.filter { !isTold.contains($0.mark) }[...]
    for alert in alerts {
      // An alert knows the changes after it.
      while let change = changes.first, change.at < alert.created { queries.resume(changes.removeFirst()) }
      do {
        try queries.set(alert.standing(within: limit), for: alert.id, of: alert.member)
        if alert.suspended != nil { resume(alert) }
      } catch { leaveOut(alert, because: error) }
    }
    for change in changes { queries.resume(change) }
    return queries
  }

  /// An alert is not evaluated until the next start, when it is tried again. Its member is notified if the query is the
  /// reason, not if a file cannot be read or a place is unknown at the moment.
  private func leaveOut(_ alert: Alert, because reason: any Error) {
    // The member has been notified already.
    guard alert.suspended == nil else { return }
    logger.error("an alert is not evaluated", metadata: ["alert": "\(alert.id)", "error": "\(reason)"])
    guard reason is QueryError else { return }
    do { try suspend(alert, because: "\(reason)") } catch {
      logger.error("an alert cannot be suspended", metadata: ["alert": "\(alert.id)", "error": "\(error)"])
    }
  }

  /// Notes that an alert is evaluated again: a limit was changed, or what its query needs exists now.
  private func resume(_ alert: Alert) {
    do {
      try file.write { db in
        try db.execute(sql: "UPDATE alert SET suspended = NULL WHERE id = ?", arguments: [alert.id])
      }
    } catch {
      logger.error(
        "an alert that is evaluated is shown as suspended", metadata: ["alert": "\(alert.id)", "error": "\(error)"])
    }
  }

  /// Suspends an alert, and notifies its member.
  private func suspend(_ alert: Alert, because reason: String) throws {
    let now = clock()
    try file.write { db in
      try db.execute(sql: "UPDATE alert SET suspended = ? WHERE id = ?", arguments: [reason, alert.id])
      let data = JSONObject([
        ("what", .string("suspended")), ("alert", .string(alert.id)), ("alertName", .string(alert.name)),
        ("reason", .string(reason)),
      ])
      try ChangeLog.add(.alert, for: alert.member, data, at: now, in: db)
    }
    changes.signals.notify([alert.member])
  }

  /// Seconds between two notifications that an alert was not evaluated.
  private static let skipPause: Int64 = 86_400

  /// Notifies members of alerts that were not evaluated at a change because of the cost: each once a day.
  private func tell(_ skipped: [SkippedQuery], at now: Instant) throws {
    guard !skipped.isEmpty else { return }
    let latest = now.secondsSince1970 - Self.skipPause
    let list = JSONValue.array(Set(skipped.map(\.query)).sorted().map { .string($0) }).text
    let due = try file.look { db in
      try Set(
        String.fetchAll(
          db,
          sql: """
            SELECT id FROM alert WHERE id IN (SELECT value FROM json_each(?)) AND coalesce(skipped, 0) < ?
            """, arguments: [list, latest]))
    }
    guard !due.isEmpty else { return }
    let told = try file.write { db in
      var told: Set<String> = []
      for skip in skipped where due.contains(skip.query) {
        try db.execute(
          sql: "UPDATE alert SET skipped = ? WHERE id = ? AND coalesce(skipped, 0) < ?",
          arguments: [now.secondsSince1970, skip.query, latest])
        guard db.changesCount > 0,
          let alert = try Row.fetchOne(db, sql: "SELECT * FROM alert WHERE id = ?", arguments: [skip.query]).map(
            Alert.init)
        else { continue }
        let data = JSONObject([
          ("what", .string("skipped")), ("alert", .string(alert.id)), ("alertName", .string(alert.name)),
          ("listing", .string(skip.listing)),
        ])
        try ChangeLog.add(.alert, for: alert.member, data, at: now, in: db)
        told.insert(alert.member)
      }
      return told
    }
    changes.signals.notify(told)
  }

  /// Completes unfinished work, such as after an error, and removes the catalog's stored states of evaluated changes.
  /// Called every minute: a new process never evaluates older changes again.
  package func settle(at now: Instant) async throws {
    _ = try await threads.run { [self] in try queries() }
    try await tell(at: now)
    try await threads.run { [self] in try removeJudged(atLeast: 1) }
  }

  private func removeJudged(atLeast count: Int) throws {
    let (marks, isTold) = judged.withLock { ($0.noted + $0.quiet, $0.untold.isEmpty) }
    guard isTold, marks.count >= count else { return }
    try catalog.removeKept(marks)
    judged.withLock { $0 = Judged() }
    let list = JSONValue.array(marks.map { .int(Int64($0)) }).text
    try file.write {
      try $0.execute(
        sql: "DELETE FROM judged_change WHERE mark IN (SELECT value FROM json_each(?))", arguments: [list])
    }
  }

  /// Notifies members which of their alerts listings have started or stopped matching since the last time.
  /// - Returns: the number of reminders.
  @discardableResult
  package func tell(at now: Instant) async throws -> Int {
    guard let queries = standing.withLock(\.self) else { return 0 }
    var count = 0
    while true {
      let (told, isAll) = try await tellSome(queries, at: now)
      count += told
      if isAll { return count }
      try Task.checkCancellation()
    }
  }

  /// The number of listings evaluated before the server may stop.
  private static let mostAtOnce = 20

  private func tellSome(_ queries: StandingQueries, at now: Instant) async throws -> (told: Int, isAll: Bool) {
    try await threads.run { [self] in
      // Unreported changes come first.
      var told = try note(at: now)
      let found = try queries.changes(of: Self.mostAtOnce)
      // They are not found again: if anything fails from here on, they are reported the next time.
      judged.withLock { judged in
        judged.untold += found.listings
        judged.quiet += found.judgedMarks
      }
      if !found.isComplete {
        logger.notice("alerts missed some changes: an import was too large, or a listing could not be read")
      }
      try tell(found.skipped, at: now)
      told += try note(at: now)
      if !told.isEmpty {
        changes.signals.notify(Set(told))
        deliveries.wake()
        outbox.deliver(at: now)
      }
      try removeJudged(atLeast: Judged.most)
      return (told.count, found.isAll)
    }
  }

  /// The listing described in an email; nil if it no longer exists, or cannot be read.
  private func listing(_ id: String) -> Listing? {
    do { return try catalog.listing(id) } catch {
      logger.error("a listing of an alert cannot be read", metadata: ["listing": "\(id)", "error": "\(error)"])
      return nil
    }
  }

  /// Writes the notifications, and the marks of the evaluated changes.
  /// - Returns: the member of each alert.
  private func note(at now: Instant) throws -> [String] {
    let (untold, quiet) = judged.withLock { ($0.untold, $0.quiet) }
    guard !untold.isEmpty else { return [] }
    let told = try file.write { db in
      var told: [String] = []
      for change in untold {
        let listing = listing(change.listing)
        for (id, begins) in change.begins.map({ ($0, true) }) + change.ceases.map({ ($0, false) }) {
          guard let row = try Row.fetchOne(db, sql: "SELECT * FROM alert WHERE id = ?", arguments: [id]) else {
            continue
          }
          try db.alone {
            let alert = try Alert(row: row)
            // Members are not notified of their own listings.
            if let listing, listing.host == alert.member { return }
            try tell(alert, change.listing, listing, begins: begins, at: now, in: db)
            told.append(alert.member)
          } failing: {
            logger.error("an alert cannot be delivered", metadata: ["alert": "\(id)", "error": "\($0)"])
          }
        }
      }
      for mark in quiet {
        try db.execute(sql: "INSERT OR IGNORE INTO judged_change (mark) VALUES (?)", arguments: [mark])
      }
      return told
    }
    judged.withLock { judged in
      judged.noted += judged.quiet
      (judged.untold, judged.quiet) = ([], [])
    }
    return told
  }

  private func tell(
    _ alert: Alert, _ id: String, _ listing: Listing?, begins: Bool, at now: Instant, in db: Database
  ) throws {
    var data = JSONObject([
      ("what", .string(begins ? "begins" : "ceases")), ("alert", .string(alert.id)), ("alertName", .string(alert.name)),
      ("listing", .string(id)),
    ])
    data["name"] = listing?.name.map { .string($0) }
    try ChangeLog.add(.alert, for: alert.member, data, at: now, in: db)
    if alert.webhook != nil {
      try db.execute(
        sql: "INSERT INTO delivery (alert, body, attempts, due) VALUES (?, ?, 0, ?)",
        arguments: [alert.id, JSONValue.object(data).text, now.secondsSince1970])
    }
    guard begins, alert.isMailed, let account = try AccountStore.account(alert.member, in: db) else { return }
    let link = outbox.settings.link.address(ofListing: id)
    let text = MailText.alert(
      name: alert.name, listing: listing?.name ?? id, facts: listing.map(Self.facts) ?? "", link: link)
    try outbox.addQuietly(text, to: account, at: now, in: db)
  }

  /// Time, price and location, as everyone sees them.
  private static func facts(of listing: Listing) -> String {
    let zone = listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    let first = listing.recurrence == nil ? listing.starts : nil
    let starts = first.map { String(zone.localDateTime(at: $0).description.prefix(16)).replacing("T", with: " ") }
    return [starts, listing.price?.text, listing.venue, listing.address].compactMap(\.self).joined(separator: ", ")
  }
}
