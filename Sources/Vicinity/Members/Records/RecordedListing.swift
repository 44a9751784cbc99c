import CivilTime

/// The data of a listing that actions need.
struct RecordedListing {
  let fid: Int
  let id: String
  let kind: Kind
  let name: String?
  /// The price of attendance.
  let price: Price?
  /// The capacity of one occurrence.
  let capacity: Int?
  let isCancelled: Bool
  /// The times of an event; nil for other kinds, and for events without a start.
  let dates: EventDates?

  private static let select = """
    SELECT l.fid, l.id, l.kind, l.name, l.price, c.code, d.capacity, l.status, l.starts, l.ends, z.name, d.recurrence, l.all_day
    FROM listing l LEFT JOIN listing_detail d ON d.fid = l.fid LEFT JOIN zone z ON z.zone_id = l.zone_id
      LEFT JOIN currency c ON c.currency_id = l.currency_id
    """

  /// The listing with this id.
  /// - Throws: `CatalogError.unknownListing`, without similar ids.
  init(id: String, in statements: some StatementSource) throws {
    let found = try statements.first("\(Self.select) WHERE l.id = ?1", id, body: Self.init(statement:))
    guard let found else { throw CatalogError.unknownListing(id: id, similar: []) }
    self = found
  }

  /// The listing in row `fid`; nil when there is none.
  init?(fid: Int, in statements: some StatementSource) throws {
    guard let found = try statements.first("\(Self.select) WHERE l.fid = ?1", fid, body: Self.init(statement:)) else {
      return nil
    }
    self = found
  }

  private init(statement: Statement) throws {
    let row = StoredRow(statement, of: "listing", statement.int(0))
    fid = row.number
    id = statement.string(1) ?? ""
    kind = try row.kind(2)
    name = statement.string(3)
    price = try row.price(4, currency: 5)
    capacity = try row.int(6, in: StoredRange.capacity)
    isCancelled = statement.string(7) == "cancelled"
    dates = kind == .event ? try Self.dates(row) : nil
  }

  private static func dates(_ row: StoredRow) throws -> EventDates? {
    try row.time(8).map { starts in
      EventDates(
        starts: starts, ends: try row.time(9), zone: row.statement.string(10).flatMap(Zone.init(identifier:)),
        recurrence: try row.text(11, bytes: StoredRange.rule), isAllDay: row.statement.int(12) == 1)
    }
  }

  /// The times of the event.
  /// - Throws: `CatalogError.unsuitable` for other kinds, `SignalError.noStart`.
  func eventDates() throws -> EventDates {
    guard kind == .event else {
      throw CatalogError.unsuitable(id: id, kind: kind, reason: "only events can be joined.")
    }
    guard let dates else { throw SignalError.noStart(listing: id) }
    return dates
  }
}
