import CodedErrors
import Vicinity
import VicinityAccounts
import VicinityFormats
import VicinityHTTP

// Every action over HTTP goes through these: at most one turn on a thread of the accounts file, one on a thread of the
// catalog, and one that counts afterwards what the member stores.

extension Exchange {
  /// Performs an action in the name of the caller, and replies with its outcome.
  func perform(_ action: Action) async throws -> Reply {
    .ofChange(
      try await perform(action) { try $0.perform(action, as: principal, at: now, checkingHosts: $1) }.json)
  }

  /// Performs an action in the name of the caller.
  /// - Parameter change: makes the change that `action` describes; gets the check for the host of a couch that is
  ///   booked.
  /// - Returns: what `change` returns.
  func perform<Value: Sendable>(
    _ action: Action, _ change: @escaping @Sendable (Catalog, BookingCheck?) throws -> Value
  ) async throws -> Value {
    do {
      try checkRole(for: action)
      return try await performing([action], change)
    } catch let failure as ActionFailure { throw failure.error }
  }

  /// Performs actions in one transaction, in the name of the caller, and replies with their outcomes: all of them, or
  /// none.
  ///
  /// - Throws: `ActionFailure` with the index of the one that cannot be performed.
  func perform(all actions: [Action]) async throws -> Reply {
    for (index, action) in actions.enumerated() {
      do { try checkRole(for: action) } catch { throw ActionFailure(index: index, error: error) }
    }
    let outcomes = try await performing(actions) {
      try $0.perform(all: actions, as: principal, at: now, checkingHosts: $1)
    }
    var reply = list(outcomes.map(\.json))
    reply.isOfChange = true
    return reply
  }

  private func performing<Value: Sendable>(
    _ actions: [Action], _ change: @escaping @Sendable (Catalog, BookingCheck?) throws -> Value
  ) async throws -> Value {
    let bytes = actions.reduce(0) { $0 + $1.mostStoredBytes }
    let admission = try await admit(actions, adding: bytes)
    return try await settling(admission.held, of: bytes, mayFree: actions.contains(where: \.mayFreeBytes)) { room in
      // On a thread: it waits for the disk.
      try await services.gate.onThread(since: arrival) { catalog, _ in
        try catalog.fitting(room) { try change($0, admission.checkHost) }
      }
    }
  }

  /// Refuses an action in the name of others, and one that needs another role.
  private func checkRole(for action: Action) throws {
    // First: nothing that the accounts file knows about others becomes visible.
    try action.check(principal)
    if let member = client.member, member.role < action.leastRole { throw Problem.needsRole(action.leastRole) }
  }

  /// The facts of the accounts file that are needed before actions are performed.
  private struct Admission: Sendable {
    /// The bytes counted for the member; nil where nothing is counted.
    var held: StoredShares.Held?
    /// The members with whom the caller shares a block, in either direction.
    var blocks: Set<String> = []

    /// Refuses a guest as messages do: a booking opens the conversation of guest and host.
    func checkHost(_ host: String) throws {
      if blocks.contains(host) { throw ConversationError.blocked }
    }
  }

  /// - Throws: `ActionFailure` with the index of an action that the accounts file does not allow.
  private func admit(_ actions: [Action], adding bytes: Int) async throws -> Admission {
    guard bytes > 0 && isCounted || actions.contains(where: \.concernsAccounts) else {
      return Admission(held: try hold(0))
    }
    return try await services.members.run { [self] in
      let blocks = try blocks(before: actions)
      return Admission(held: try hold(bytes), blocks: blocks)
    }
  }

  private func blocks(before actions: [Action]) throws -> Set<String> {
    var blocks: [String: Set<String>] = [:]
    for (index, action) in actions.enumerated() {
      do {
        switch action {
        case .rate(let listing, let member, _, _):
          try services.members.reports.refuseHiddenReview(of: listing, by: member)
        case .book(let request):
          guard blocks[request.member] == nil else { break }
          blocks[request.member] = try services.members.conversations.blocks(around: request.member)
        default: break
        }
      } catch { throw ActionFailure(index: index, error: error) }
    }
    return blocks.values.reduce(into: []) { $0.formUnion($1) }
  }
}

extension Action {
  /// The least role of a member who performs it; the host of the listing or booking is checked in its transaction.
  fileprivate var leastRole: Role {
    switch self {
    case .rateGuest, .block, .edit, .remove: .host
    default: .member
    }
  }

  /// Whether the accounts file has to allow it.
  fileprivate var concernsAccounts: Bool {
    switch self {
    case .rate, .book: true
    default: false
    }
  }
}
