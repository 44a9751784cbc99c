import CivilTime

/// One news item for a member: an action of another member that concerns them.
///
/// With the setting `news` each action writes its news in its own transaction: a booking for its host, an answer for
/// its guest, a place for members on the waiting list, and a change or the end of a listing for all members who have it
/// as a favorite, attend it, or stay there. A server reads the news in order, delivers it, and then removes it:
/// whenever it stops, nothing is lost. Imports write no news.
public struct MemberNews: Hashable, Sendable, Identifiable {
  /// Grows from one to the next, and is never used again.
  public var id: Int64
  /// The time of the event.
  public var at: Instant
  /// The member who receives it.
  public var recipient: String
  /// The kind of event.
  public var kind: Kind
  /// The listing where it happened.
  public var listing: String
  /// The name of the listing then; nil when it had none.
  public var name: String?
  /// The acting member; nil for the owner of the catalog.
  public var member: String?
  /// The booking, if there is one.
  public var booking: String?
  /// The occurrence, if there is one.
  public var starts: Instant?
  /// `edited`: the changed fields, by commas; `rated`: the stars.
  public var detail: String?

  /// The kind of event.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A guest has requested nights.
    case requested
    /// A host has confirmed a request.
    case confirmed
    /// A host has declined a request.
    case declined
    /// A stay has been cancelled.
    case cancelled
    /// A member has a place at an event.
    case joined
    /// A member waits for a place at an event.
    case waiting
    /// A member has moved up from the waiting list to a place.
    case movedUp
    /// A member has given up a place at an event.
    case left
    /// A member has rated a listing.
    case rated
    /// A host has rated the guest of a stay.
    case guestRated
    /// A listing has other values.
    case edited
    /// A listing is gone.
    case removed
    /// An editor has hidden a listing; `detail` says why.
    case hidden
    /// A hidden listing was restored.
    case restored
  }
}

extension MemberNews {
  init(_ row: Statement) throws {
    let stored = StoredRow(row, of: "news", row.int(0))
    guard let kind = row.string(3).flatMap(Kind.init(rawValue:)) else { throw stored.damaged(3) }
    self.init(
      id: Int64(row.int(0)), at: try stored.requiredTime(1), recipient: row.string(2) ?? "", kind: kind,
      listing: row.string(4) ?? "", name: row.string(5), member: row.string(6),
      booking: row.optionalInt(7).map(Booking.id(of:)), starts: try stored.time(8), detail: row.string(9))
  }
}
