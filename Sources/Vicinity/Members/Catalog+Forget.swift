import CivilTime
import CodedErrors
import Streams

extension Catalog {
  /// Refuses to forget a member whose stays are not over, as `forget` does.
  package func refuseStays(of member: String, at now: Instant) throws {
    try transaction(at: now) { try $0.refuseStays(of: member) }
  }

  /// Deletes all records of a member: favorites, ratings with their texts, places at events, visits, imported signals,
  /// friendships, and bookings that are past or cancelled.
  ///
  /// The whole file is rewritten, so that nothing deleted now or earlier remains in it; also for a member without
  /// records. Stays that are not over must be cancelled or declined first, because their hosts rely on them. Listings
  /// hosted by the member stay; they are removed like others. Unless `threads` is nil, the affinities are rebuilt in
  /// the same transaction, and then equal those of a catalog that never had the member; otherwise sums to which the
  /// member contributed stay until the next build, though they do not reveal the member.
  /// - Parameters:
  ///   - member: the name to forget.
  ///   - now: the instant that separates past stays from future ones.
  ///   - threads: the number of threads that rebuild the affinities; nil leaves them unchanged.
  ///   - settings: the numbers behind the affinities.
  ///   - waitSeconds: seconds to wait for other programs that still read an earlier version of the file.
  /// - Throws: `SignalError.badMember` or `hasStays`, `CatalogError.readOnly`, `SQLiteFailure`; nothing is changed
  ///   then. `SignalError.tracesRemain` when the records are deleted but the file could not be rewritten.
  /// - Complexity: O(n) in the size of the file; temporarily needs twice its size in addition.
  @discardableResult
  public func forget(
    _ member: String, at now: Instant, rebuildingWith threads: Int?, settings: RecommendationSettings = .init(),
    waitSeconds: Int = 10
  ) throws -> ForgottenMember {
    let report = try forgetRecords(of: member, at: now, rebuildingWith: threads, settings: settings)
    try eraseTraces(of: member, waitSeconds: waitSeconds)
    return report
  }

  /// Deletes all records of a member, whose bytes may remain in the file until `eraseTraces`.
  package func forgetRecords(
    of member: String, at now: Instant, rebuildingWith threads: Int? = nil, settings: RecommendationSettings = .init()
  ) throws -> ForgottenMember {
    let watched = changeWatch.begin()
    defer { watched.end() }
    return try writing().transaction { statements in
      let transaction = MemberTransaction(statements, at: now, areas: areas)
      var report = try transaction.forget(member)
      if let threads, report.total > 0 {
        _ = try RecommendationBuild(settings: settings, threads: max(1, threads)).run(with: statements)
        report.isModelRebuilt = true
      }
      try transaction.finish()
      // Stored states before changes reveal which listings the member had records of.
      try watched.willChange(transaction.changedListings, in: statements, isKept: false)
      try statements.removeKept(of: transaction.changedListings)
      return (report: report, changes: transaction.changes)
    } committed: {
      watched.commit()
      feed.notify($0.changes)
    }.report
  }

  /// Rewrites the file, without the deleted data of any member.
  /// - Parameter member: the member named in errors.
  package func eraseTraces(of member: String, waitSeconds: Int = 10) throws {
    do { try writing().eraseRemains(waitSeconds: waitSeconds) } catch RemainsError.logInUse {
      throw SignalError.tracesRemain(
        member: member, reason: "another program reads an earlier version of it. End that program, or wait for it.")
    } catch {
      throw SignalError.tracesRemain(member: member, reason: "it could not be rewritten (\(error)).")
    }
  }
}
