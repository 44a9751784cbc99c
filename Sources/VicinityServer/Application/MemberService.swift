import AsyncAlgorithms
import CivilTime
import Logging
import ServiceLifecycle
import Vicinity

/// Works for members as long as the server runs: tells what happens in the catalog, delivers mails, and forgets what is
/// old.
struct MemberService: Service, CustomStringConvertible {
  let services: Services
  let logger: Logger
  var description: String { "members" }

  /// Seconds between two looks at what is due.
  private static let pause = 60

  /// Reads the alerts and the accounts that are ending, before anybody changes a listing.
  func begin() async {
    guard services.catalog.isWritable else { return }
    await attempt("quotas") { try await services.members.run { try Quota.set(services.settings, in: services.keys) } }
    await attempt("endings") { try await AccountEnding(services).prepare() }
    await attempt("alerts") { try await services.members.alerts.prepare() }
  }

  func run() async throws {
    guard services.catalog.isWritable else { return }
    // Listens before it looks, so that nothing is missed between the two.
    let changes = services.catalog.changes
    if try !services.catalog.settings().contains(.news) { try services.catalog.set(.news, to: true) }
    await attempt("news") { try await services.members.news.tell() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await change in changes.cancelOnGracefulShutdown() {
          if change.mayBeNews { await attempt("news") { try await services.members.news.tell() } }
          await cancelWhenGracefulShutdown {
            await attempt("alerts") { try await services.members.alerts.tell(at: services.clock()) }
          }
        }
      }
      // Each on its own: what waits for others, as a mail program or an address of a member, holds up nothing else.
      for work in works {
        group.addTask {
          let ticks = AsyncTimerSequence(interval: .seconds(Self.pause), clock: .continuous).map { _ in }
          for await _ in chain([()].async, merge(ticks, work.wakes)).cancelOnGracefulShutdown() {
            await cancelWhenGracefulShutdown { await attempt(work.name) { try await work.run(services.clock()) } }
          }
        }
      }
    }
  }

  private struct Work: Sendable {
    var name: String
    /// Run before the next minute begins.
    var wakes = AsyncStream<Void> { _ in }
    var run: @Sendable (Instant) async throws -> Void
  }

  private var works: [Work] {
    let (members, accounts) = (services.members, services.accounts)
    return [
      Work(name: "reminders") { now in _ = try await members.run { try members.reminders.tell(at: now) } },
      Work(name: "mails") { try await accounts.outbox.delivered(at: $0) },
      Work(name: "alerts") { try await members.alerts.settle(at: $0) },
      Work(name: "webhooks", wakes: members.alerts.deliveries.wakes) {
        try await members.alerts.deliveries.deliver(at: $0)
      },
      Work(name: "endings") { try await AccountEnding(services).finish(at: $0) },
      Work(name: "weather") { try await members.home.watchWeather(at: $0) },
      Work(name: "housekeeping") { now in
        try await members.run {
          try members.changes.forgetOld(at: now)
          try members.media.removeUnsent(at: now)
          try members.home.removeLeft()
        }
      },
    ]
  }

  private func attempt<Value>(_ name: String, _ body: () async throws -> Value) async {
    do { _ = try await body() } catch is CancellationError {} catch {
      logger.error("work for members failed; it is tried again", metadata: ["work": "\(name)", "error": "\(error)"])
    }
  }
}

extension CatalogChange {
  /// Whether somebody may be told of it.
  fileprivate var mayBeNews: Bool {
    switch kind {
    case .favourited, .unfavourited, .unrated, .visited, .blocked, .unblocked, .imported: false
    default: true
    }
  }
}
