import CivilTime
import Logging
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP
import VicinityHome

/// Members' data in the accounts file, and the background services that work on it.
struct MemberServices: Sendable {
  let file: AccountsFile
  let sessions: SessionStore
  let accounts: AccountStore
  let changes: ChangeLog
  let changeReader: ChangeReader
  let conversations: ConversationStore
  let media: MediumStore
  let pictures: MemberPictures
  let news: NewsForwarder
  let reports: ReportStore
  let alerts: AlertService
  let reminders: ReminderSender
  let home: HomeService
  let shares: StoredShares
  private let threads: FairTurns

  init(
    _ catalog: Catalog, _ file: AccountsFile, _ folder: MediaFolder, _ settings: ServerSettings, _ logger: Logger,
    clock: @escaping @Sendable () -> Instant
  ) {
    self.file = file
    threads = FairTurns(
      .init(threads: 2, clientThreads: settings.clientThreads > 0 ? 1 : 0, clientQueue: settings.clientQueue),
      name: "members")
    sessions = SessionStore(file: file)
    shares = StoredShares(catalog: catalog, file: file)
    let mail = MailSettings(
      service: settings.title, sender: settings.mailSender, command: settings.mailCommand,
      seconds: settings.mailSeconds, link: MailLink(publicURL: settings.publicURL))
    let outbox = MailOutbox(catalog: catalog.path, file: file, settings: mail, logger: logger)
    let rules = AccountRules(
      terms: settings.terms, firstRole: Role(rawValue: settings.firstMemberRole) ?? .member,
      passwordLogRounds: settings.passwordLogRounds)
    accounts = AccountStore(file: file, sessions: sessions, outbox: outbox, rules: rules, logger: logger)
    changes = ChangeLog(file: file) { try Message.find($0, for: $1, in: $2)?.json(for: $1) }
    changeReader = ChangeReader(log: changes)
    conversations = ConversationStore(catalog: catalog, file: file, changes: changes)
    media = MediumStore(folder)
    pictures = MemberPictures(folder: folder)
    reports = ReportStore(file: file, catalog: catalog, sessions: sessions, changes: changes)
    alerts = AlertService(
      catalog: catalog, file: file, changes: changes, outbox: outbox, limit: AlertLimit(settings),
      client: OutgoingClient(settings), logger: logger, clock: clock)
    reminders = ReminderSender(catalog: catalog, file: file, changes: changes, outbox: outbox, logger: logger)
    home = HomeService(
      catalog: catalog, file: file, changes: changes, client: OutgoingClient(settings), logger: logger)
    news = NewsForwarder(
      catalog: catalog, file: file, changes: changes, outbox: outbox, logger: logger, clock: clock)
  }

  /// Runs what waits for the accounts file.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await threads.run(body)
  }
}

extension AlertLimit {
  /// As the settings say.
  init(_ settings: ServerSettings) {
    self.init(
      conditions: settings.alertConditions, patterns: settings.alertPatterns, bytes: settings.alertBytes)
  }
}

extension ServerSettings {
  /// The limits of what members store.
  var storedLimits: [RefusedWrite.Limit: Int] {
    [.memberMedia: memberMedia, .memberTexts: memberTexts, .maxStored: maxStored]
  }
}
