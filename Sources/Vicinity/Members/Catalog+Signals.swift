import CivilTime

extension Catalog {
  /// The changes that this catalog commits from now on, and a note whenever somebody else has committed to its file.
  public var changes: CatalogChanges { feed.listen() }

  /// Carries out actions in one transaction: all of them, or, when one cannot be, none. When the call returns, they are
  /// on the disk and survive a loss of power, as every change of a catalog does.
  ///
  /// - Parameter now: when they take place.
  /// - Throws: `ActionFailure`, which says which one it was and why.
  @discardableResult
  public func perform(_ actions: [Action], at now: Instant) throws -> [ActionOutcome] {
    try transaction(at: now) { transaction in
      try actions.enumerated().map { index, action in
        do { return try action.perform(in: transaction) } catch {
          throw ActionFailure(index: index, error: try helpful(error))
        }
      }
    }
  }

  /// Carries out one action in a transaction of its own.
  ///
  /// - Throws: `CatalogError`, `SignalError`, `BookingError`; nothing is changed then.
  @discardableResult
  public func perform(_ action: Action, at now: Instant) throws -> ActionOutcome {
    do { return try transaction(at: now) { try action.perform(in: $0) } } catch { throw try helpful(error) }
  }

  /// Gives a member a place at an occurrence of an event, or in its waiting list when it is full.
  ///
  /// - Throws: `CatalogError.unknownListing` or `unsuitable`, `SignalError`.
  @discardableResult
  public func join(
    _ id: String, _ choice: OccurrenceChoice = .next, by member: String, at now: Instant
  ) throws -> Attendance {
    do { return try transaction(at: now) { try $0.join(id, choice, by: member) } } catch { throw try helpful(error) }
  }

  /// Gives a listing a member's stars and text, in place of what the member said of it before.
  ///
  /// - Throws: `CatalogError.unknownListing`, `SignalError`: an event is rated once it has begun, by those who had a place.
  @discardableResult
  public func rate(
    _ id: String, _ stars: Stars, text: String? = nil, by member: String, at now: Instant
  ) throws -> RatingSummary {
    do {
      return try transaction(at: now) { try $0.rate(id, stars, text: text, by: member) }
    } catch { throw try helpful(error) }
  }

  /// What hangs on listings and would go with them, in the order of their ids.
  ///
  /// - Throws: `CatalogError.unknownListing`.
  public func dependents(of ids: [String], at now: Instant) throws -> [Dependents] {
    do {
      return try read { worker, _, _ in try ids.map { try Dependents(of: $0, at: now, in: worker) } }
    } catch { throw try helpful(error) }
  }

  /// Carries out one action in a transaction of its own, and returns before it is on the disk.
  ///
  /// - Throws: as `perform`.
  package func performPending(_ action: Action, at now: Instant) throws -> CatalogWriter.Pending<ActionOutcome> {
    do {
      return try pendingTransaction(at: now) { try action.perform(in: $0) }
    } catch { throw try helpful(error) }
  }

  /// Runs `body` in one write transaction and tells the listeners what it has changed once that is in the file. When
  /// this returns, it is on the disk.
  func transaction<Result>(at now: Instant, _ body: (MemberTransaction) throws -> Result) throws -> Result {
    let pending = try pendingTransaction(at: now, body)
    try pending.waitForDisk()
    return pending.result
  }

  private func pendingTransaction<Result>(
    at now: Instant, _ body: (MemberTransaction) throws -> Result
  ) throws -> CatalogWriter.Pending<Result> {
    try writing().pendingTransaction { statements in
      let transaction = MemberTransaction(statements, at: now)
      let result = try body(transaction)
      try transaction.finish()
      return (result: result, changes: transaction.changes)
    } committed: {
      feed.tell($0.changes)
    }.map { $0.result }
  }

  /// The same error, with similar ids where one is not known.
  func helpful(_ error: any Error) throws -> any Error {
    guard case CatalogError.unknownListing(let id, _) = error else { return error }
    return CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
  }
}

/// The action that could not be carried out, because of which none was.
public struct ActionFailure: Error {
  /// Which one, from 0.
  public var index: Int
  /// Why.
  public var error: any Error
}

extension ActionFailure: CustomStringConvertible {
  /// Which one and why.
  public var description: String { "action \(index + 1): \(error) Nothing was done." }
}
