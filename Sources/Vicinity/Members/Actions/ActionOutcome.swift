/// The result of an action, in types.
///
/// `VicinityFormats` writes it as one JSON object (`json`) and as a sentence (`text`).
public enum ActionOutcome: Hashable, Sendable {
  /// The listing is a favorite of the member; not new if it was one before.
  case favorite(listing: String, member: String, isNew: Bool)
  /// The listing is not a favorite of the member; `wasThere` says whether it was one before.
  case unfavorite(listing: String, member: String, wasThere: Bool)
  /// The member has a place at an event or is on its waiting list; not new if the member had joined before.
  case join(Attendance, isNew: Bool)
  /// The attendance that the member has given up; nil if the member had not joined.
  case leave(listing: String, member: String, Attendance?)
  /// The ratings of a listing, including the member's; not changed if the member had given the same rating before.
  case rate(RatingSummary, member: String, stars: Stars, isChanged: Bool)
  /// The member does not rate the listing; `wasThere` says whether there was a rating.
  case unrate(listing: String, member: String, wasThere: Bool)
  /// The visit is recorded; not new if the same visit was recorded before.
  case visit(listing: String, member: String, isNew: Bool)
  /// The requested booking; not new if the same request has made it before.
  case book(Booking, isNew: Bool)
  /// The booking with its status; not changed if it had that status before.
  case change(Booking, isChanged: Bool)
  /// How hosts rate the guest of the booking, including this rating.
  case rateGuest(GuestRatingSummary, booking: Booking, stars: Stars)
  /// The nights are blocked; not changed if all of them were blocked before.
  case block(listing: String, nights: Nights, isChanged: Bool)
  /// The nights are not blocked; not changed if none of them was blocked before.
  case unblock(listing: String, nights: Nights, isChanged: Bool)
  /// The keys whose values have changed, in the order of the canonical form.
  case edit(listing: String, changed: [String])
  /// The removed listing, with the numbers of the records that were removed with it.
  case remove(Dependents)
}

extension ActionOutcome {
  /// The id of the listing.
  public var listing: String {
    switch self {
    case .favorite(let listing, _, _), .unfavorite(let listing, _, _), .leave(let listing, _, _),
      .unrate(let listing, _, _), .visit(let listing, _, _), .block(let listing, _, _), .unblock(let listing, _, _),
      .edit(let listing, _):
      listing
    case .join(let attendance, _): attendance.listing
    case .rate(let summary, _, _, _): summary.listing
    case .book(let booking, _), .change(let booking, _), .rateGuest(_, let booking, _): booking.listing
    case .remove(let dependents): dependents.listing
    }
  }

  /// The member: whoever acts, and of bookings the guest; nil when no particular member is involved.
  public var member: String? {
    switch self {
    case .favorite(_, let member, _), .unfavorite(_, let member, _), .leave(_, let member, _),
      .rate(_, let member, _, _), .unrate(_, let member, _), .visit(_, let member, _):
      member
    case .join(let attendance, _): attendance.member
    case .book(let booking, _), .change(let booking, _), .rateGuest(_, let booking, _): booking.member
    case .block, .unblock, .edit, .remove: nil
    }
  }

  /// Whether the action has changed anything.
  public var isChanged: Bool {
    switch self {
    case .favorite(_, _, let isChanged), .unfavorite(_, _, let isChanged), .join(_, let isChanged),
      .rate(_, _, _, let isChanged), .unrate(_, _, let isChanged), .visit(_, _, let isChanged),
      .book(_, let isChanged), .change(_, let isChanged), .block(_, _, let isChanged), .unblock(_, _, let isChanged):
      isChanged
    case .leave(_, _, let attendance): attendance != nil
    case .edit(_, let changed): !changed.isEmpty
    case .rateGuest, .remove: true
    }
  }
}
