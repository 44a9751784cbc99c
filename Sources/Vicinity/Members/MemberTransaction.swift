import CivilTime

/// The write transaction in which members' actions are carried out.
///
/// Everything an action does goes through its connection, and what it has changed is noted, to be told once the transaction is in the
/// file. For one thread; it lives no longer than the transaction.
final class MemberTransaction: StatementSource {
  /// When the actions take place, as far as the years go that a catalog can hold.
  let now: Instant
  /// The statements of the connection, for actions that bring their own.
  let prepared: PreparedStatements
  /// What has been changed so far, in order.
  private(set) var changes: [CatalogChange] = []
  private var ratedOrRemoved = 0

  init(_ statements: PreparedStatements, at now: Instant) {
    prepared = statements
    self.now = StoredRange.time(nearestTo: now)
  }

  var connection: OpaquePointer { prepared.connection }

  func statement(_ sql: String) throws -> Statement { try prepared.statement(sql) }

  /// Whether the last statement changed any row.
  var hasChanged: Bool { Statement.changes(on: connection) > 0 }

  /// Notes a change.
  func note(_ kind: CatalogChange.Kind, listing: String, member: String? = nil) {
    changes.append(CatalogChange(kind, listing: listing, member: member))
  }

  /// Notes that the facts of a listing have changed on which the sums of the catalog rest.
  func noteListing() { ratedOrRemoved += 1 }

  /// Brings the sums kept with the data up to date; to be called once, at the end.
  func finish() throws {
    guard ratedOrRemoved > 0 else { return }
    try CatalogStatistics.refresh(with: prepared, changed: ratedOrRemoved, in: nil)
  }

  /// The name of a member, checked.
  func checked(_ member: String) throws -> String {
    guard SignalLimits.allow(member: member) else { throw SignalError.badMember(member) }
    return member
  }
}
