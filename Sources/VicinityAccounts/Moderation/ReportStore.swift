import CivilTime
import GRDB
import Streams
import Vicinity

/// Members' reports and editors' decisions, in the accounts file. Every function waits for the file.
package final class ReportStore: Sendable {
  private let file: AccountsFile
  private let catalog: Catalog
  private let sessions: SessionStore
  private let changes: ChangeLog

  package init(file: AccountsFile, catalog: Catalog, sessions: SessionStore, changes: ChangeLog) {
    (self.file, self.catalog, self.sessions, self.changes) = (file, catalog, sessions, changes)
  }

  // MARK: Reporting

  /// Stores a report; while it is open, a member can make no other one of the same subject.
  ///
  /// - Returns: its number, and whether it is new.
  package func add(_ form: ReportForm, by member: String, at now: Instant) throws -> (number: Int64, isNew: Bool) {
    let author = try author(of: form.subject, for: member)
    guard author != member else { throw QueryError.conflict("that is your own: change or remove it yourself") }
    return try file.write { db in
      let target = form.subject.json.text
      let known = try Int64.fetchOne(
        db, sql: "SELECT number FROM report WHERE reporter = ? AND subject = ? AND target = ? AND status = 'open'",
        arguments: [member, form.subject.word, target])
      if let known { return (known, false) }
      try db.execute(
        sql: """
          INSERT INTO report (reporter, subject, target, author, reason, text, at, status)
          VALUES (?, ?, ?, ?, ?, ?, ?, 'open')
          """,
        arguments: [
          member, form.subject.word, target, author, form.reason.rawValue, form.text, now.secondsSince1970,
        ])
      return (db.lastInsertedRowID, true)
    }
  }

  /// A review that editors have hidden is not written again until they restore it.
  package func refuseHiddenReview(of listing: String, by member: String) throws {
    let target = Report.Subject.review(listing: listing, member: member).json.text
    let isHidden = try file.look {
      try Bool.fetchOne(
        $0,
        sql: """
          SELECT EXISTS (SELECT 1 FROM report WHERE subject = 'review' AND target = ? AND status = 'hidden')
          """, arguments: [target])
    }
    if isHidden == true { throw ReportError.reviewHidden(listing: listing) }
  }

  /// The author of a subject.
  /// - Throws: for what is not there, or not for the member.
  private func author(of subject: Report.Subject, for member: String) throws -> String? {
    switch subject {
    case .listing(let id):
      guard let listing = try catalog.listing(id) else { throw CatalogError.unknownListing(id: id, similar: []) }
      return listing.host
    case .review(let listing, let author):
      guard try catalog.review(of: listing, by: author) != nil else {
        throw ReportError.unknownReview(author: author, listing: listing)
      }
      return author
    case .message(let number):
      return try file.read { db in
        let row = try Row.fetchOne(
          db,
          sql: """
            SELECT sender FROM message JOIN participant USING (conversation)
            WHERE message.number = ? AND participant.member = ? AND kind <> 'removed'
            """, arguments: [number, member])
        guard let row else { throw ReportError.unknownMessage(number) }
        return row["sender"]
      }
    case .member(let name):
      let account = try file.read { try AccountStore.account(name, in: $0) }
      guard let account, account.suspension == nil else { throw AccountError.unknownMember(name) }
      return name
    }
  }

  // MARK: Editors

  /// Reports with their subjects.
  package struct Page {
    package var reports: [JSONValue] = []
    /// The number of all with this status and subject.
    package var total = 0
    /// The last number, if there are more.
    package var next: Int64?
  }

  /// The reports with a status: open ones the oldest first, others by when they were decided, the latest first.
  ///
  /// - Parameters:
  ///   - subject: the kind of subject; nil for all.
  ///   - number: the last one of the page before; 0 for the first page.
  package func reports(_ status: Report.Status, about subject: String?, after number: Int64, limit: Int) throws -> Page
  {
    let isOpen = status == .open
    let wanted = "status = ?1 AND (?2 IS NULL OR subject = ?2)"
    let order = isOpen ? "number" : "decided DESC, number DESC"
    let later = isOpen ? "number > ?3" : "(decided, number) < (SELECT decided, number FROM report WHERE number = ?3)"
    let (total, reports) = try file.read { db in
      let total = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM report WHERE \(wanted)", arguments: [status.rawValue, subject])
      let rows = try Row.fetchAll(
        db, sql: "\(Report.select) WHERE \(wanted) AND (?3 = 0 OR \(later)) ORDER BY \(order) LIMIT ?4",
        arguments: [status.rawValue, subject, number, limit + 1])
      return (total ?? 0, try rows.map(Report.init))
    }
    var page = Page(total: total, next: reports.count > limit ? reports[limit - 1].number : nil)
    page.reports = try reports.prefix(limit).map { report in
      var object = report.json.object ?? JSONObject()
      object["content"] = try content(of: report)
      return .object(object)
    }
    return page
  }

  /// The current or hidden content of the subject.
  private func content(of report: Report) throws -> JSONValue? {
    if let kept = report.kept { return .object(kept) }
    switch report.subject {
    case .listing(let id):
      let listing = try catalog.listing(id) ?? catalog.hiddenListing(id)?.listing
      return listing.map {
        .object(JSONObject([("name", .string($0.name ?? "")), ("description", .string($0.description ?? ""))]))
      }
    case .review(let listing, let author): return try catalog.review(of: listing, by: author)?.json
    case .message(let number): return try file.read { try Message.find(number, in: $0)?.json(for: "") }
    case .member(let name):
      return try file.read { try AccountStore.account(name, in: $0)?.publicJSON(pictureURL: nil) }
    }
  }

  /// Decides on a report.
  ///
  /// The subject changes first: whenever the process ends between the two, the decision can be repeated.
  /// - Returns: the changed report.
  package func decide(
    _ number: Int64, _ status: Report.Status, because reason: String, as principal: Principal, at now: Instant
  ) throws -> Report {
    let report = try report(number)
    guard report.status.mayBecome(status) else {
      throw ReportError.wrongStatus(number, report.status, wanted: status)
    }
    if status == .hidden, case .member(let name) = report.subject, name == principal.member {
      throw QueryError.conflict("status: that is you")
    }
    let kept = status == .hidden ? try hide(report, reason, as: principal, at: now) : nil
    if status == .restored { try restore(report, as: principal, at: now) }
    let told = try file.write { db in
      var told = [report.reporter].compactMap(\.self)
      if status == .restored {
        // Restoring closes every report of the same subject.
        told += try Self.reporters(ofHidden: report, in: db)
        try db.execute(
          sql: """
            UPDATE report SET status = ?, decision = ?, decided = ?, kept = NULL
            WHERE subject = ? AND target = ? AND status = 'hidden'
            """,
          arguments: [
            status.rawValue, reason, now.secondsSince1970, report.subject.word, report.subject.json.text,
          ])
      } else {
        try db.execute(
          sql: "UPDATE report SET status = ?, decision = ?, decided = ?, kept = coalesce(?, kept) WHERE number = ?",
          arguments: [
            status.rawValue, reason, now.secondsSince1970, kept.map { JSONValue.object($0).text }, number,
          ])
      }
      let data = JSONObject([
        ("what", .string(status.rawValue)), ("subject", .string(report.subject.word)),
        (report.subject.word, report.subject.json), ("reason", .string(reason)),
      ])
      if status != .dismissed, let author = report.author { told.append(author) }
      for member in Set(told) where member != principal.member {
        try ChangeLog.add(.moderation, for: member, data, at: now, in: db)
      }
      if status != .dismissed, case .message(let number) = report.subject {
        told += try Self.tellParticipants(number, isHidden: status == .hidden, by: report.author, at: now, in: db)
      }
      return told
    }
    sessions.forget()
    changes.signals.notify(told)
    return try self.report(number)
  }

  /// Notifies the participants in a conversation that a message there was hidden or restored.
  /// - Returns: the notified members.
  private static func tellParticipants(
    _ number: Int64, isHidden: Bool, by sender: String?, at now: Instant, in db: Database
  ) throws -> [String] {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT conversation.* FROM conversation JOIN message ON message.conversation = conversation.number
        WHERE message.number = ?
        """, arguments: [number])
    guard let conversation = row.map(Conversation.init) else { return [] }
    return try ConversationStore.tell(
      isHidden ? .messageRemoved : .message, number, of: conversation, by: sender, at: now, in: db)
  }

  /// The reporters of a hidden subject.
  private static func reporters(ofHidden report: Report, in db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT reporter FROM report WHERE subject = ? AND target = ? AND status = 'hidden' AND reporter IS NOT NULL
        """, arguments: [report.subject.word, report.subject.json.text])
  }

  private func report(_ number: Int64) throws -> Report {
    let row = try file.read {
      try Row.fetchOne($0, sql: "\(Report.select) WHERE number = ?", arguments: [number])
    }
    guard let row else { throw ReportError.unknown(number) }
    return try Report(row: row)
  }

  /// - Returns: the content for restoring it; nil if it is already hidden.
  private func hide(
    _ report: Report, _ reason: String, as principal: Principal, at now: Instant
  ) throws -> JSONObject? {
    switch report.subject {
    case .listing(let id):
      if try catalog.listing(id) == nil, try catalog.hiddenListing(id) != nil { return nil }
      try catalog.hide(id, because: reason, as: principal, at: now)
      return nil
    case .review(let listing, let author):
      guard let review = try catalog.review(of: listing, by: author)?.json.object else { return nil }
      try catalog.perform(.unrate(listing: listing, member: author), at: now)
      return review
    case .message(let number): return try file.write { try Message.hide(number, in: $0) }
    case .member(let name):
      try suspend(name, reason)
      return nil
    }
  }

  private func restore(_ report: Report, as principal: Principal, at now: Instant) throws {
    switch report.subject {
    case .listing(let id):
      guard try catalog.hiddenListing(id) != nil else { return }
      let former = try catalog.formerRow(ofHidden: id)
      try catalog.restore(id, as: principal, at: now)
      guard let former, let row = try catalog.row(of: id) else { return }
      try file.write { try ConversationStore.follow(former, to: row, in: $0) }
    case .review(let listing, let author):
      // A review that its member has written since stays.
      guard let kept = report.kept, let number = kept["stars"]?.number, let stars = Stars(number),
        try catalog.review(of: listing, by: author) == nil
      else { return }
      let at = kept["at"]?.string.flatMap { try? Instant(parsing: $0) } ?? now
      try catalog.rate(listing, stars, text: kept["text"]?.string, by: author, at: at)
    case .message(let number):
      if let kept = report.kept { try file.write { try Message.restore(number, kept, in: $0) } }
    case .member(let name): try suspend(name, nil)
    }
  }

  /// Suspends a member, or ends the suspension; their sessions end.
  private func suspend(_ name: String, _ reason: String?) throws {
    try file.write { db in
      // A member whose account is being deleted cannot sign in any longer, and does not return.
      guard let account = try AccountStore.account(name, in: db), try AccountsDatabase.has(name, in: db) else {
        throw AccountError.unknownMember(name)
      }
      guard account.role != .admin || reason == nil else {
        throw ReportError.isAdmin(name)
      }
      try db.execute(sql: "UPDATE account SET suspended = ? WHERE name = ?", arguments: [reason, name])
      if reason != nil { try sessions.endAll(of: name, in: db) }
    }
  }
}

extension Report.Status {
  /// Decisions can be changed while the hidden content can be restored.
  fileprivate func mayBecome(_ next: Self) -> Bool {
    switch (self, next) {
    case (.open, .dismissed), (.open, .hidden), (.dismissed, .hidden), (.restored, .hidden), (.hidden, .restored): true
    default: false
    }
  }
}
