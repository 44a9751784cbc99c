import CivilTime
import GRDB
import Logging
import Streams
import Vicinity

/// Delivers news to members: the catalog's news become changes in the accounts file, and bookings become messages.
///
/// Invalid news are skipped and logged. The number of the last news is written in the same transaction as the resulting
/// changes, and only then are the news removed from the catalog: whenever the process ends, each is delivered once.
package final class NewsForwarder: Sendable {
  private let catalog: Catalog
  private let file: AccountsFile
  private let changes: ChangeLog
  private let outbox: MailOutbox
  private let logger: Logger
  private let clock: @Sendable () -> Instant
  private let threads = TaskThreads(limit: 1, name: "news")
  private static let name = "news"
  private static let pageSize = 200

  package init(
    catalog: Catalog, file: AccountsFile, changes: ChangeLog, outbox: MailOutbox, logger: Logger,
    clock: @escaping @Sendable () -> Instant
  ) {
    (self.catalog, self.file, self.changes, self.outbox) = (catalog, file, changes, outbox)
    (self.logger, self.clock) = (logger, clock)
  }

  /// Delivers all pending news.
  /// - Returns: how many.
  @discardableResult
  package func tell() async throws -> Int { try await threads.run { try self.tellAll() } }

  private func tellAll() throws -> Int {
    let database = try file.database()
    var told = 0
    while true {
      let known = try database.progress(of: Self.name) ?? 0
      let page = try catalog.eachNews(after: known, limit: Self.pageSize)
      guard let last = page.last else { return told }
      told += try database.write { db in
        // Another process may have delivered them in the meantime.
        guard try AccountsDatabase.progress(of: Self.name, in: db) ?? 0 == known else { return 0 }
        var told = 0
        for (id, found) in page {
          try db.alone {
            let news = try found.get()
            try Self.tell(news, in: db)
            try mail(news, in: db)
            told += 1
          } failing: {
            logger.error("news cannot be delivered", metadata: ["number": "\(id)", "error": "\($0)"])
          }
        }
        try AccountsDatabase.setProgress(of: Self.name, to: last.id, in: db)
        return told
      }
      try catalog.removeNews(upTo: last.id)
      changes.signals.notifyAll()
      outbox.deliver(at: clock())
    }
  }

  private static func tell(_ news: MemberNews, in db: Database) throws {
    var data = JSONObject([("what", .string(news.kind.rawValue)), ("listing", .string(news.listing))])
    data["name"] = news.name.map { .string($0) }
    // The editor who decided is not disclosed.
    if news.kind != .hidden, news.kind != .restored { data["by"] = news.member.map { .string($0) } }
    data["booking"] = news.booking.map { .string($0) }
    data["starts"] = news.starts.map { .string($0.description) }
    switch news.kind {
    case .rated: data["stars"] = news.detail.flatMap { Double($0) }.map { .double($0) }
    case .edited:
      data["changed"] = .array((news.detail ?? "").split(separator: ",").map { .string(String($0)) })
    case .hidden: data["reason"] = news.detail.map { .string($0) }
    default: break
    }
    if let booking = news.booking { try write(news, booking, in: db) }
    try ChangeLog.add(news.kind.change, for: news.recipient, by: news.member, data, at: news.at, in: db)
  }

  /// Sends an email to a member who may not open the page for days: about stays, and places that have become free.
  private func mail(_ news: MemberNews, in db: Database) throws {
    guard let kind = MailText.Stay(rawValue: news.kind.rawValue),
      let account = try AccountStore.account(news.recipient, in: db)
    else { return }
    let link = outbox.settings.link.address(showing: kind == .requested ? "hosting" : "mine")
    let text = MailText.stay(kind, by: news.member, listing: news.name ?? news.listing, link: link)
    try outbox.addQuietly(text, to: account, about: news.member, at: clock(), in: db)
  }

  /// Changes of a booking are messages in the conversation of guest and host, which the request opens.
  private static func write(_ news: MemberNews, _ booking: String, in db: Database) throws {
    guard let other = news.member, other != news.recipient, news.kind != .guestRated,
      // Nothing more is written about a member whose account is being deleted.
      try AccountsDatabase.has(other, in: db), try AccountsDatabase.has(news.recipient, in: db)
    else { return }
    let (conversation, _) = try ConversationStore.pair(other, news.recipient, at: news.at, in: db)
    try db.execute(
      sql: "INSERT INTO message (conversation, sender, at, kind, text, booking) VALUES (?, ?, ?, 'booking', ?, ?)",
      arguments: [conversation.number, other, news.at.secondsSince1970, news.kind.rawValue, booking])
    _ = try ConversationStore.tell(
      .message, db.lastInsertedRowID, of: conversation, by: other, at: news.at, in: db)
  }
}

extension MemberNews.Kind {
  /// The change kind that clients receive.
  fileprivate var change: MemberChange.Kind {
    switch self {
    case .requested, .confirmed, .declined, .cancelled: .booking
    case .joined, .waiting, .movedUp, .left: .place
    case .rated, .guestRated: .rating
    case .edited, .removed, .hidden, .restored: .listing
    }
  }
}
