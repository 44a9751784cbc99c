import CivilTime
import CodedErrors

extension Action {
  /// Refuses actions in the name of others. Changes of listings and bookings are checked where they are made.
  package func check(_ principal: Principal) throws(PermissionError) {
    switch self {
    case .favorite(_, let member), .unfavorite(_, let member), .join(_, let member, _), .leave(_, let member, _),
      .rate(_, let member, _, _), .unrate(_, let member), .visit(_, let member, _):
      try principal.check(actingFor: member)
    case .book(let request): try principal.check(actingFor: request.member)
    case .change, .rateGuest, .block, .edit, .remove: break
    }
  }
}
