import CodedErrors
import Streams
import Vicinity
import VicinityAccounts
import VicinityHTTP

// Every action over HTTP goes through these.

extension Exchange {
  /// Performs an action, in the name of who asks, and answers with its outcome.
  func carryOut(_ action: Action) async throws -> Reply {
    try await carryOut(action) { _, outcome in .json(outcome.json) }
  }

  /// Performs an action, in the name of who asks.
  /// - Parameter telling: reads the answer once the action has been performed; without one that can be read it is the
  ///   outcome.
  func carryOut(
    _ action: Action, telling: @escaping @Sendable (Catalog, ActionOutcome) throws -> Reply
  ) async throws -> Reply {
    try await check(action)
    // On a thread: it waits for the disk.
    let (outcome, reply) = try await changing(adding: action.mostStoredBytes, mayFree: action.mayFreeBytes) { catalog in
      try catalog.perform(action, as: principal, at: now)
    } telling: {
      try telling($0, $1)
    }
    return reply ?? .json(outcome.json)
  }

  /// Performs actions in one transaction, in the name of who asks, and answers with their outcomes: all of them, or
  /// none.
  ///
  /// - Throws: `ActionFailure` with the index of the one that cannot be.
  func carryOut(_ actions: [Action]) async throws -> Reply {
    for (index, action) in actions.enumerated() {
      do { try await check(action) } catch let error as any CodedError {
        throw ActionFailure(index: index, error: error)
      }
    }
    let bytes = actions.reduce(0) { $0 + $1.mostStoredBytes }
    let told = { @Sendable (outcomes: [ActionOutcome]) in
      list(outcomes.map(\.json))
    }
    let (outcomes, reply) = try await changing(adding: bytes, mayFree: actions.contains(where: \.mayFreeBytes)) {
      try $0.perform(actions, as: principal, at: now)
    } telling: {
      told($1)
    }
    return reply ?? told(outcomes)
  }

  /// Refuses what is for others, and what the accounts file does not allow.
  private func check(_ action: Action) async throws {
    // First: what the accounts file knows of others is not told.
    try action.check(principal)
    if let session = client.session, session.role < action.leastRole { throw Problem.needsRole(action.leastRole) }
    switch action {
    case .rate(let listing, let member, _, _):
      try await services.members.run {
        try services.members.reports.refuseHiddenReview(of: listing, by: member)
      }
    case .book(let request): try await refuseBlocked(request)
    default: break
    }
  }

  /// Refuses a guest as messages do: a booking opens the conversation of guest and host.
  private func refuseBlocked(_ request: BookingRequest) async throws {
    let found = try await services.gate.onThread(since: arrival) { catalog, _ in
      try catalog.listing(request.listing)?.host
    }
    guard let host = found else { return }
    let isBlocked = try await services.members.run {
      let conversations = services.members.conversations
      return try conversations.blocked(by: host).contains(request.member)
        || conversations.blocked(by: request.member).contains(host)
    }
    if isBlocked {
      throw Problem(.forbidden, "blocked", "One of you has blocked the other; no stay can be requested.")
    }
  }
}

extension Action {
  /// The least role of a member who does it; whose listing or booking it is, is checked in its transaction.
  fileprivate var leastRole: Role {
    switch self {
    case .rateGuest, .block, .edit, .remove: .host
    default: .member
    }
  }
}
