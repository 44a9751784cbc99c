import AsyncAlgorithms
import CivilTime
import Foundation
import Logging
import ServiceLifecycle
import Streams
import Synchronization
import Vicinity
import VicinityAccounts

/// Background work for members while the server runs: delivers news and emails, and deletes old data.
struct MemberService: Service, CustomStringConvertible {
  let services: Services
  /// Whether this node of a cluster leads, each time it changes.
  var roles = AsyncStream<Bool> { $0.finish() }
  let logger: Logger
  var description: String { "members" }

  /// What every node of a cluster does.
  private static let ofEachNode: Set<String> = ["readiness", "media"]

  /// Seconds between two looks at what is due.
  private static let pause = 60

  /// Reads the alerts and the accounts being deleted, before any listing can change.
  func begin() async {
    guard services.catalog.isWritable else { return }
    await attempt("quotas") {
      try await services.members.run {
        // The initial count covers existing data, which is never refused.
        try services.members.shares.countAll()
        try services.members.shares.set(services.settings.storedLimits)
      }
    }
    await attempt("endings") { try await AccountEnding(services).prepare() }
    await attempt("alerts") { try await services.members.alerts.prepare() }
  }

  func run() async throws {
    // A read-only server delivers nothing. A service that ends would end the others.
    guard services.catalog.isWritable else { return try await readOnly() }
    // Listens before it looks, so that nothing is missed between the two.
    let changes = services.catalog.changes
    await attempt("news") { try await tellNews() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await leads in roles.cancelOnGracefulShutdown() where leads {
          // Its lease may have ended while it took over, and is renewed.
          for _ in 0..<100 where !services.leads { try? await Task.sleep(for: .milliseconds(100)) }
          // Another node has changed them meanwhile.
          services.members.alerts.forget()
          await begin()
          await attempt("news") { try await tellNews() }
        }
      }
      group.addTask {
        for await change in changes.cancelOnGracefulShutdown() {
          if change.mayBeNews { await attempt("news") { try await services.members.news.tell() } }
          await cancelWhenGracefulShutdown {
            await attempt("alerts") { try await services.members.alerts.tell(at: services.clock()) }
          }
        }
      }
      // Each on its own: a slow email program or webhook of a member must not delay the rest.
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

  /// From the first time on the catalog stores news. A full disk must not prevent the server from answering.
  private func tellNews() async throws {
    try await services.members.run { [catalog = services.catalog] in
      if try !catalog.settings().contains(.news) { try catalog.set(.news, to: true) }
    }
    try await services.members.news.tell()
  }

  private func readOnly() async throws {
    let ticks = AsyncTimerSequence(interval: .seconds(Self.pause), clock: .continuous)
    for await _ in ticks.cancelOnGracefulShutdown() { services.readiness.look() }
  }

  private struct Work: Sendable {
    var name: String
    /// Run before the next minute begins.
    var wakes = AsyncStream<Void> { _ in }
    var run: @Sendable (Instant) async throws -> Void
  }

  private var works: [Work] {
    let (members, accounts, catalog) = (services.members, services.accounts, services.catalog)
    return [
      // News and requests left over from before.
      Work(name: "news") { _ in try await tellNews() },
      Work(name: "email requests") { now in
        try await accounts.threads.run { try accounts.answerRequests(at: now) }
      },
      Work(name: "readiness") { [readiness = services.readiness] _ in try await members.run { _ = readiness.look() } },
      Work(name: "media", wakes: services.followedMedia.wakes) { _ in try await services.followedMedia.follow() },
      Work(name: "reminders") { now in _ = try await members.run { try members.reminders.tell(at: now) } },
      Work(name: "emails") { try await accounts.outbox.delivered(at: $0) },
      Work(name: "alerts") { try await members.alerts.settle(at: $0) },
      Work(name: "webhooks", wakes: members.alerts.deliveries.wakes) {
        try await members.alerts.deliveries.deliver(at: $0)
      },
      Work(name: "endings") { try await AccountEnding(services).finish(at: $0) },
      Work(name: "erasure") { _ in try await services.erasure?.repeatIfDue() },
      Work(name: "weather") { now in
        if services.settings.switches { try await members.home.watchWeather(at: now) }
      },
      Work(name: "leaves") { [leaves = RenewedLeaves(), gate = services.gate] _ in
        try await gate.upkeep { try leaves.renew(in: $0) }
      },
      Work(name: "housekeeping") { [logger] now in
        try await members.run {
          try members.changes.forgetOld(at: now)
          try members.media.removeUnsent(at: now)
          try members.home.removeLeft()
          try services.catalog.purgeKept(at: now)
          MigrationCopies.removeOld(catalog: catalog.path, accounts: services.accountsFile.path, at: now, logger)
        }
      },
    ]
  }

  private func attempt<Value>(_ name: String, _ body: () async throws -> Value) async {
    // In a cluster, this is the work of the leader.
    guard services.leads || Self.ofEachNode.contains(name) else { return }
    do { _ = try await body() } catch is CancellationError {} catch ClusterError.notLeader {} catch {
      logger.error("work for members failed; it is tried again", metadata: ["work": "\(name)", "error": "\(error)"])
    }
  }
}

/// How far the images of leaves in the catalog are up to date.
private final class RenewedLeaves: Sendable {
  private let number = Mutex<Int?>(nil)

  /// Writes those that have changed since the last time.
  func renew(in catalog: Catalog) throws {
    let renewed = try catalog.renewLeafImages(after: number.withLock { $0 })
    number.withLock { $0 = renewed }
  }
}

/// The copies that migrations have made of the catalog and of the accounts file.
enum MigrationCopies {
  /// How long they are stored: they contain data that members have since deleted.
  static let lifetime: Int64 = 30 * 86_400

  static func removeOld(catalog: String, accounts: String, at now: Instant, _ logger: Logger) {
    for path in Catalog.migrationCopies(of: catalog) + AccountsDatabase.migrationCopies(of: accounts) {
      guard let stamp = FileStamp(path: path),
        now.secondsSince1970 - Int64(stamp.written / 1_000_000_000) > lifetime
      else { continue }
      guard unlink(path) == 0 else { continue }
      logger.notice("an old copy from before an update was removed", metadata: ["file": "\(path)"])
    }
  }
}

extension CatalogChange {
  /// Whether it may cause news.
  fileprivate var mayBeNews: Bool {
    switch kind {
    case .favorited, .unfavorited, .unrated, .visited, .blocked, .unblocked, .imported: false
    default: true
    }
  }
}
