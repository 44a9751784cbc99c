import CivilTime
import GRDB
import Streams
import Synchronization
import Vicinity
import VicinityAccounts
import VicinityHTTP

/// Ends accounts: first it refuses every change of the member, also those on their way, and ends the sessions; then it
/// erases what belongs to the member, and goes on with that after the end of the process.
struct AccountEnding: Sendable {
  private let services: Services

  init(_ services: Services) { self.services = services }

  /// Ends an account. When this returns, everything is erased.
  ///
  /// - Throws: `Problem` and `SignalError.hasStays` while there are future stays: then nothing has changed.
  func end(_ account: Account, at now: Instant) async throws {
    let (services, name) = (services, account.name)
    // Twice: a member who cannot leave yet stays signed in.
    try await services.gate.operation { try refuseStays(of: name, in: $0, at: now) }
    // The second of two parallel requests waits, and does not undo what the first one refuses.
    guard services.endings.begin(name) else { throw Self.isEndingAlready }
    defer { services.endings.end(name) }
    let isFirst = services.catalog.refuseChanges(of: name)
    do {
      // No transaction of the member follows this one.
      try await services.gate.operation { try refuseStays(of: name, in: $0, at: now) }
      try await services.members.run { try mark(name, at: now) }
    } catch {
      if isFirst, Problem(error)?.code != RefusedWrite.accountEnded.code { services.catalog.allowChanges(of: name) }
      throw error
    }
    services.sessions.forget()
    // A client that does not wait for the answer changes nothing; and what is begun is the work of the server, whatever
    // else waits for this client.
    try await Task { try await Asker.$names.withValue([]) { try await erase(account, at: now) } }.value
  }

  private static var isEndingAlready: Problem {
    var problem = Problem(.serviceUnavailable, "busy", "This account is already being deleted; try again in a second.")
    problem.retryAfter = 1
    return problem
  }

  /// Refuses changes by members whose accounts are being deleted. Called before the first request.
  func prepare() async throws {
    for account in try await ending() { services.catalog.refuseChanges(of: account.name) }
  }

  /// Erases what an earlier process has not, or what failed.
  func finish(at now: Instant) async throws {
    for account in try await ending() {
      services.catalog.refuseChanges(of: account.name)
      guard services.endings.begin(account.name) else { continue }
      defer { services.endings.end(account.name) }
      try await erase(account, at: now)
    }
  }

  private func ending() async throws -> [Account] {
    try await services.members.run {
      try services.accountsFile.look { db in
        try Row.fetchAll(db, sql: "SELECT * FROM account WHERE ending > 0 ORDER BY +name").map(Account.init)
      }
    }
  }

  /// In one transaction: from then on triggers refuse the member's writes.
  private func mark(_ name: String, at now: Instant) throws {
    try services.accountsFile.write { db in
      try db.execute(
        sql: "UPDATE account SET ending = ?, suspended = coalesce(suspended, 'ended') WHERE name = ?",
        arguments: [now.secondsSince1970, name])
      guard db.changesCount > 0 else { throw RefusedWrite.accountEnded }
      try services.sessions.endAll(of: name, in: db)
    }
  }

  private func erase(_ account: Account, at now: Instant) async throws {
    let (services, name) = (services, account.name)
    try await services.gate.operation { try removeListings(of: name, from: $0, at: now) }
    // The consequences for others are passed on before the file is rewritten.
    try await services.members.news.tell()
    try await services.members.run { try services.members.alerts.removeAll(of: name) }
    try await services.members.alerts.settle(at: now)
    _ = try await services.gate.operation { try $0.forgetRecords(of: name, at: now) }
    try await eraseTraces(of: name)
    try await services.members.run {
      let hashes = try services.accounts.delete(account, at: now)
      try services.members.media.removeFiles(hashes)
      try services.accounts.eraseRemains()
    }
    if let erasure = services.erasure { await erase(from: erasure, at: now) }
    services.accounts.outbox.deliver(at: now)
  }

  /// Seconds to wait for the last email to a member, so that its address is erased from the log with all else.
  private static let mailSeconds = 10

  /// Erases what the log of the cluster has of ended accounts. If that fails, it is repeated by the leader.
  private func erase(from log: LogErasure, at now: Instant) async {
    let delivery = Ending()
    Task { [outbox = services.accounts.outbox] in
      // One that fails is sent later, and erased then.
      try? await outbox.delivered(at: now)
      delivery.finish(.success(()))
    }
    _ = await delivery.hasEnded(by: .now + .seconds(Self.mailSeconds))
    do { try await log.perform() } catch {
      services.logger.error(
        "the log has data of an ended account; it is erased later", metadata: ["error": "\(error)"])
    }
  }

  /// Rewrites the catalog, which takes time proportional to its size: once for all accounts that are deleted in the
  /// meantime.
  private func eraseTraces(of name: String) async throws {
    do {
      try await services.rewriting.run { [gate = services.gate] in
        try await gate.operation { try $0.eraseTraces(of: name) }
      }
    } catch SignalError.tracesRemain(_, let reason) {
      throw SignalError.tracesRemain(member: name, reason: reason)
    }
  }

  /// - Throws: `SignalError.hasStays` while the member has future stays, `Problem` while guests are expected.
  private func refuseStays(of name: String, in catalog: Catalog, at now: Instant) throws {
    let hosted = try catalog.hosted(by: name, at: now).map(\.listing.id)
    let open = try catalog.dependents(of: hosted, at: now).filter { $0.openBookings > 0 }
    guard open.isEmpty else {
      throw Problem(
        .conflict, "has-stays",
        "Guests are expected at \(open.map(\.listing).joined(separator: ", ")); cancel or decline their bookings first."
      )
    }
    try catalog.refuseStays(of: name, at: now)
  }

  /// Removes the listings of a member from the catalog, without an acting member: others are notified of the removal.
  private func removeListings(of name: String, from catalog: Catalog, at now: Instant) throws {
    let hosted = try catalog.hosted(by: name, at: now).map(\.listing.id)
    let all = try hosted + catalog.hiddenListings(of: name).map(\.id)
    try services.accounts.removeTitles(of: all)
    // Listings hidden by editors are deleted with the account, and their pictures now.
    for id in all {
      try services.pictures.remove(with: id) {
        if hosted.contains(id) { try catalog.perform(.remove(listing: id), at: now) }
      } failing: {
        services.logger.error("pictures of removed listings are left", metadata: ["error": "\($0)"])
      }
    }
  }
}
