import CivilTime
import Logging
import Streams
import Vicinity

/// What is kept about members in the accounts file, and what works on it behind the requests.
struct MemberServices: Sendable {
  let keys: KeyStore
  let sessions: SessionStore
  let accounts: AccountStore
  let changes: ChangeLog
  let changeReader: ChangeReader
  let conversations: ConversationStore
  let media: MediumStore
  let pictures: MemberPictures
  let news: NewsDesk
  let reports: ReportStore
  let alerts: AlertDesk
  let reminders: ReminderDesk
  let home: HomeDesk
  let shares: StoredShares
  private let threads: FairTurns

  init(
    _ catalog: Catalog, _ keys: KeyStore, _ folder: MediaFolder, _ settings: ServerSettings, _ logger: Logger,
    clock: @escaping @Sendable () -> Instant
  ) {
    self.keys = keys
    threads = FairTurns(
      .init(threads: 2, clientThreads: settings.clientThreads > 0 ? 1 : 0, clientQueue: settings.clientQueue),
      name: "members")
    sessions = SessionStore(keys: keys)
    shares = StoredShares(catalog: catalog, keys: keys)
    let outbox = MailOutbox(catalog: catalog.path, keys: keys, settings: settings, logger: logger)
    accounts = AccountStore(keys: keys, sessions: sessions, outbox: outbox, settings: settings, logger: logger)
    changes = ChangeLog(keys: keys) { try Message.find($0, for: $1, in: $2)?.json(for: $1) }
    changeReader = ChangeReader(log: changes)
    conversations = ConversationStore(catalog: catalog, keys: keys, changes: changes)
    media = MediumStore(folder)
    pictures = MemberPictures(folder: folder)
    reports = ReportStore(keys: keys, catalog: catalog, sessions: sessions, changes: changes)
    alerts = AlertDesk(
      catalog: catalog, keys: keys, changes: changes, outbox: outbox, settings: settings, logger: logger, clock: clock)
    reminders = ReminderDesk(
      catalog: catalog, keys: keys, changes: changes, outbox: outbox, settings: settings, logger: logger)
    home = HomeDesk(catalog: catalog, keys: keys, changes: changes, settings: settings, logger: logger)
    news = NewsDesk(
      catalog: catalog, keys: keys, changes: changes, outbox: outbox, settings: settings, logger: logger, clock: clock)
  }

  /// Runs what waits for the accounts file.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await threads.run(body)
  }
}
