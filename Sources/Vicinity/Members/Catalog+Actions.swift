import CivilTime
import CodedErrors

extension Catalog {
  /// The changes that this catalog commits from now on, and a notification of each foreign commit to its file.
  public var changes: CatalogChanges { feed.listen() }

  /// Performs an action in a transaction of its own, if the principal may.
  ///
  /// The permission is checked in the transaction: if a listing gets another host in the meantime, that host decides.
  /// - Parameters:
  ///   - action: the change to make.
  ///   - principal: the user on whose behalf it is made.
  ///   - now: the time of the action.
  /// - Throws: `CatalogError`, `SignalError`, `BookingError`, `PermissionError`; nothing is changed then.
  @discardableResult
  public func perform(_ action: Action, as principal: Principal = .owner, at now: Instant) throws -> ActionOutcome {
    try perform(action, as: principal, at: now, checkingHosts: nil)
  }

  /// The same; `check` may refuse the host of the couch that is booked.
  package func perform(
    _ action: Action, as principal: Principal, at now: Instant, checkingHosts check: BookingCheck?
  ) throws -> ActionOutcome {
    try performing(action, as: principal, at: now, checkingHosts: check) { try action.perform(in: $0) }
  }

  /// Performs actions in one transaction: all of them, or none if one fails. When the call returns, they are on disk
  /// and survive a power failure, as every change of a catalog does.
  ///
  /// - Parameters:
  ///   - actions: in the order in which they take place.
  ///   - principal: the one in whose name they are made.
  ///   - now: the time of the actions.
  /// - Throws: `ActionFailure` with the index of the action and the error.
  @discardableResult
  public func perform(
    all actions: [Action], as principal: Principal = .owner, at now: Instant
  ) throws -> [ActionOutcome] {
    try perform(all: actions, as: principal, at: now, checkingHosts: nil)
  }

  /// The same; `check` may refuse the hosts of the couches that are booked.
  package func perform(
    all actions: [Action], as principal: Principal, at now: Instant, checkingHosts check: BookingCheck?
  ) throws -> [ActionOutcome] {
    let listings = Set(actions.compactMap(\.listing))
    return try transaction(at: now, as: principal, changing: listings, bookingCheck: check) { transaction in
      try actions.enumerated().map { index, action in
        do {
          try self.check(action, principal)
          return try action.perform(in: transaction)
        } catch {
          throw ActionFailure(index: index, error: try helpful(error))
        }
      }
    }
  }

  /// Performs one action in its own transaction, and returns before it is on disk.
  ///
  /// - Throws: as `perform`.
  package func performPending(_ action: Action, at now: Instant) throws -> CatalogWriter.Pending<ActionOutcome> {
    do {
      return try pendingTransaction(at: now, changing: action.changedListings) {
        try check(action, .owner)
        return try action.perform(in: $0)
      }
    } catch { throw try helpful(error) }
  }

  /// Gives a member a place at an occurrence of an event, or on its waiting list when it is full.
  ///
  /// - Throws: `CatalogError.unknownListing` or `unsuitable`, `SignalError`.
  @discardableResult
  public func join(
    _ id: String, _ choice: OccurrenceChoice = .next, by member: String, at now: Instant
  ) throws -> Attendance {
    try performing(.join(listing: id, member: member, starts: choice), at: now) {
      try $0.join(id, choice, by: member).attendance
    }
  }

  /// Stores a member's rating of a listing with its text, replacing an earlier one.
  ///
  /// - Throws: `CatalogError.unknownListing`, `SignalError`: an event can be rated once it has begun, by those who had
  ///   a place.
  @discardableResult
  public func rate(
    _ id: String, _ stars: Stars, text: String? = nil, by member: String, at now: Instant
  ) throws -> RatingSummary {
    try performing(.rate(listing: id, member: member, stars: stars, text: text), at: now) {
      try $0.rate(id, stars, text: text, by: member).summary
    }
  }

  /// The records that belong to listings and would be removed with them, by id.
  ///
  /// - Throws: `CatalogError.unknownListing`.
  public func dependents(of ids: [String], at now: Instant) throws -> [Dependents] {
    do {
      return try read { worker, _, _ in try ids.map { try Dependents(of: $0, at: now, in: worker) } }
    } catch { throw try helpful(error) }
  }
}

// MARK: Transactions

extension Catalog {
  /// Runs the statements of an action in a transaction of its own, after the checks that every action gets.
  ///
  /// - Parameters:
  ///   - action: what `body` does.
  ///   - principal: the user on whose behalf it is made.
  ///   - now: the time of the action.
  ///   - check: may refuse the host of the couch that is booked.
  ///   - body: returns what the action has made or changed.
  func performing<Outcome>(
    _ action: Action, as principal: Principal = .owner, at now: Instant, checkingHosts check: BookingCheck? = nil,
    _ body: (MemberTransaction) throws -> Outcome
  ) throws -> Outcome {
    do {
      return try transaction(at: now, as: principal, changing: action.changedListings, bookingCheck: check) {
        try self.check(action, principal)
        return try body($0)
      }
    } catch { throw try helpful(error) }
  }

  /// Refuses actions in the name of others, and of members whose accounts are ending.
  private func check(_ action: Action, _ principal: Principal) throws(PermissionError) {
    try endings.check(action)
    try action.check(principal)
  }

  /// Runs `body` in one write transaction and notifies the listeners after the commit. When this returns, the changes
  /// are on disk.
  ///
  /// - Parameters:
  ///   - listings: the listings that it probably changes: standing queries evaluate them before the transaction.
  ///   - check: may refuse the hosts of the couches that are booked.
  ///   - body: runs again, after a rollback, when it changes other listings while there are standing queries.
  func transaction<Result>(
    at now: Instant, as principal: Principal = .owner, changing listings: Set<String> = [],
    bookingCheck check: BookingCheck? = nil, _ body: (MemberTransaction) throws -> Result
  ) throws -> Result {
    let pending = try pendingTransaction(at: now, as: principal, changing: listings, bookingCheck: check, body)
    try pending.waitForDisk()
    return pending.result
  }

  private func pendingTransaction<Result>(
    at now: Instant, as principal: Principal = .owner, changing listings: Set<String> = [],
    bookingCheck check: BookingCheck? = nil, _ body: (MemberTransaction) throws -> Result
  ) throws -> CatalogWriter.Pending<Result> {
    try changeWatch.watching(listings) { watched in
      try writing().pendingTransaction { statements in
        try endings.check(principal)
        let transaction = MemberTransaction(statements, at: now, as: principal, areas: areas, bookingCheck: check)
        let result = try Self.checkingRoom(in: transaction) {
          let result = try body(transaction)
          try transaction.finish()
          return result
        }
        try watched.willChange(transaction.changedListings, in: statements, mayRepeat: true)
        return (result: result, changes: transaction.changes)
      } committed: {
        watched.commit()
        feed.notify($0.changes)
      }.map { $0.result }
    }
  }

  /// The same error, with similar ids for an unknown one.
  func helpful(_ error: any Error) throws -> any Error {
    guard case CatalogError.unknownListing(let id, _) = error else { return error }
    return CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
  }
}

extension Action {
  /// The listing that it names.
  fileprivate var listing: String? {
    switch self {
    case .favorite(let listing, _), .unfavorite(let listing, _), .join(let listing, _, _), .leave(let listing, _, _),
      .rate(let listing, _, _, _), .unrate(let listing, _), .visit(let listing, _, _), .block(let listing, _, _),
      .edit(let listing, _), .remove(let listing):
      listing
    case .book(let request): request.listing
    case .change, .rateGuest: nil
    }
  }

  /// The listings that it probably changes.
  fileprivate var changedListings: Set<String> { Set([listing].compactMap(\.self)) }
}

/// The error of the action that prevented the whole batch.
public struct ActionFailure: CodedError {
  /// The index of the action, from 0.
  public var index: Int
  /// The error.
  public var error: any Error

  /// Makes a failure.
  public init(index: Int, error: any Error) { (self.index, self.error) = (index, error) }
}

extension ActionFailure {
  /// That of the error.
  public var code: String { (error as? any CodedError)?.code ?? "failed" }

  /// That of the error.
  public var remedy: Remedy? { (error as? any CodedError)?.remedy }

  /// The number of the action and its error.
  public var description: String { "action \(index + 1): \(error) Nothing was done." }
}
