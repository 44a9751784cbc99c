import CivilTime
import Geography

/// The write transaction in which members' actions are performed.
///
/// All writes go through its connection, and changes are recorded to notify listeners after the commit. For one thread
/// and not beyond the end of the transaction.
final class MemberTransaction: StatementSource {
  /// The time of the actions, clamped to the years that a catalog can hold.
  let now: Instant
  /// The statements of the connection, for actions that prepare their own.
  let prepared: PreparedStatements
  /// The changes so far, in order.
  private(set) var changes: [CatalogChange] = []
  /// The ids of the listings that were changed, added and removed; nil if others may have been changed as well.
  private(set) var changedListings: Set<String>? = []
  private var ratedOrRemoved = 0
  /// The geometry engine for areas, if any.
  let areas: (any AreaEngine)?
  /// The acting identity.
  let principal: Principal
  /// Called with the host of a couch before nights there are booked; throws to refuse. Nil for no check.
  let bookingCheck: BookingCheck?
  /// Whether news for members are written; see ``MemberNews``.
  private(set) lazy var keepsNews = Result { try isOn(.news) }

  init(
    _ statements: PreparedStatements, at now: Instant, as principal: Principal = .owner, areas: (any AreaEngine)?,
    bookingCheck: BookingCheck? = nil
  ) {
    prepared = statements
    self.principal = principal
    self.areas = areas
    self.bookingCheck = bookingCheck
    self.now = StoredRange.time(nearestTo: now)
  }

  var connection: OpaquePointer { prepared.connection }

  func statement(_ sql: String) throws -> Statement { try prepared.statement(sql) }

  /// Whether the last statement changed any row.
  var hasChanged: Bool { Statement.changes(on: connection) > 0 }

  /// Records a change.
  func note(_ kind: CatalogChange.Kind, listing: String? = nil, member: String? = nil) {
    changes.append(CatalogChange(kind, listing: listing, member: member))
    if let listing { changedListings?.insert(listing) } else { changedListings = nil }
  }

  /// Records a new listing.
  func noteAdded(_ listing: String) {
    changes.append(CatalogChange(.imported, extent: .listings(added: [listing])))
    changedListings?.insert(listing)
  }

  /// Records a change of listing facts that the catalog's sums depend on.
  func noteListing() { ratedOrRemoved += 1 }

  /// Updates the sums stored with the data; call once, at the end.
  func finish() throws {
    try KeptRecords(statements: self).purge(at: now)
    guard ratedOrRemoved > 0 else { return }
    try CatalogStatistics.refresh(with: prepared, changed: ratedOrRemoved, in: nil)
  }

  /// The validated name of a member.
  func checked(_ member: String) throws -> String {
    guard SignalLimits.allow(member: member) else { throw SignalError.badMember(member) }
    return member
  }
}
