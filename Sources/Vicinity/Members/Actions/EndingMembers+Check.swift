extension EndingMembers {
  /// Called inside of each transaction: what began earlier is committed when the next transaction begins.
  func check(_ principal: Principal) throws(PermissionError) {
    if let member = principal.member { try check(member) }
  }

  func check(_ action: Action) throws(PermissionError) {
    if let member = action.author { try check(member) }
  }

  private func check(_ member: String) throws(PermissionError) {
    if contains(member) { throw .ended(member: member) }
  }
}

extension Catalog {
  /// Refuses every change that a member makes from now on, as long as the catalog is open: also those that wait for
  /// their transaction. Those before it are committed once a later transaction has begun.
  /// - Returns: whether they were taken before.
  @discardableResult
  package func refuseChanges(of member: String) -> Bool { endings.insert(member) }

  /// Takes changes of a member again.
  package func allowChanges(of member: String) { endings.remove(member) }
}

extension Action {
  /// The member whom it says to act.
  fileprivate var author: String? {
    switch self {
    case .favorite(_, let member), .unfavorite(_, let member), .join(_, let member, _), .leave(_, let member, _),
      .rate(_, let member, _, _), .unrate(_, let member), .visit(_, let member, _):
      member
    case .book(let request): request.member
    case .change, .rateGuest, .block, .edit, .remove: nil
    }
  }
}
