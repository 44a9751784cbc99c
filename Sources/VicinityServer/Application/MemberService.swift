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

  func run() async throws {
    guard services.catalog.isWritable else { return }
    // Listens before it looks, so that nothing is missed between the two.
    let changes = services.catalog.changes
    if try !services.catalog.settings().contains(.news) { try services.catalog.set(.news, to: true) }
    await attempt("alerts") { try await services.members.alerts.begin() }
    await attempt("news") { try await services.members.news.tell() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await change in changes.cancelOnGracefulShutdown() {
          if change.mayBeNews { await attempt("news") { try await services.members.news.tell() } }
          await attempt("alerts") { try await services.members.alerts.tell(at: services.clock()) }
        }
      }
      group.addTask {
        while !Task.isCancelled {
          await keepHouse()
          do { try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(Self.pause)) } } catch {
            return
          }
        }
      }
    }
  }

  private func keepHouse() async {
    let now = services.clock()
    await attempt("reminders") { try await services.members.run { try services.members.reminders.tell(at: now) } }
    await attempt("mails") { try await services.accounts.outbox.delivered(at: now) }
    await attempt("webhooks") { try await services.members.alerts.deliveries.deliver(at: now) }
    await attempt("weather") { try await services.members.home.watchWeather(at: now) }
    await attempt("housekeeping") {
      try await services.members.run {
        try services.members.changes.forgetOld(at: now)
        try services.members.media.removeUnsent(at: now)
        try services.members.home.removeLeft()
      }
    }
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
