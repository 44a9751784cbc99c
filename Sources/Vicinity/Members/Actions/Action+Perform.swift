import CivilTime

extension Action {
  /// Performs the action.
  ///
  /// - Throws: `CatalogError`, `SignalError`, `BookingError`, `PermissionError`; the owner of the transaction then rolls
  ///   it back.
  func perform(in transaction: MemberTransaction) throws -> ActionOutcome {
    switch self {
    case .favorite(let listing, let member):
      return .favorite(listing: listing, member: member, isNew: try transaction.favorite(listing, by: member))
    case .unfavorite(let listing, let member):
      return .unfavorite(listing: listing, member: member, wasThere: try transaction.unfavorite(listing, by: member))
    case .join(let listing, let member, let starts):
      let joined = try transaction.join(listing, starts, by: member)
      return .join(joined.attendance, isNew: joined.isNew)
    case .leave(let listing, let member, let starts):
      return .leave(listing: listing, member: member, try transaction.leave(listing, starts, by: member))
    case .rate(let listing, let member, let stars, let text):
      let rated = try transaction.rate(listing, stars, text: text, by: member)
      return .rate(rated.summary, member: member, stars: stars, isChanged: rated.hasChanged)
    case .unrate(let listing, let member):
      return .unrate(listing: listing, member: member, wasThere: try transaction.unrate(listing, by: member))
    case .visit(let listing, let member, let time):
      return .visit(listing: listing, member: member, isNew: try transaction.visit(listing, by: member, at: time))
    case .book(let request):
      let booked = try transaction.book(request)
      return .book(booked.booking, isNew: booked.isNew)
    case .change(let booking, let status):
      let changed = try transaction.change(booking, to: status)
      return .change(changed.booking, isChanged: changed.hasChanged)
    case .rateGuest(let booking, let stars, let text):
      let rated = try transaction.rateGuest(of: booking, stars, text: text)
      return .rateGuest(rated.summary, booking: rated.booking, stars: stars)
    case .block(let listing, let nights, true):
      let isChanged = try transaction.block(nights, of: listing).hasChanged
      return .block(listing: listing, nights: nights, isChanged: isChanged)
    case .block(let listing, let nights, false):
      let isChanged = try transaction.unblock(nights, of: listing).hasChanged
      return .unblock(listing: listing, nights: nights, isChanged: isChanged)
    case .edit(let listing, let patch):
      return .edit(listing: listing, changed: try transaction.edit(listing, by: patch))
    case .remove(let listing):
      let dependents = try Dependents(of: listing, at: transaction.now, in: transaction)
      try transaction.remove(listing)
      return .remove(dependents)
    }
  }
}
