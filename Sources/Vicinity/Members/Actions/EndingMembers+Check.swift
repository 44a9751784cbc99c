extension EndingMembers {
  /// Called inside each transaction: earlier ones are committed when the next transaction begins.
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
  /// Refuses all further changes by a member until the catalog is closed, including those that wait for their
  /// transaction. Earlier ones are committed once a later transaction has begun.
  /// - Returns: whether they were taken before.
  @discardableResult
  package func refuseChanges(of member: String) -> Bool { endings.insert(member) }

  /// Takes changes of a member again.
  package func allowChanges(of member: String) { endings.remove(member) }
}

extension Action {
  /// The acting member, if the action names one.
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
