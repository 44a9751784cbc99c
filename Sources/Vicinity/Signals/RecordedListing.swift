/// What an action needs to know of a listing.
struct RecordedListing {
  let fid: Int
  let id: String
  let kind: Kind
  let name: String?
  /// What it costs to be there.
  let price: Price?
  /// The most people of one occurrence.
  let capacity: Int?
  let isCancelled: Bool
  /// When an event takes place; nil for other kinds, and for events without a start.
  let dates: EventDates?

  private static let select = """
    SELECT l.fid, l.id, l.kind, l.name, l.price, c.code, d.capacity, l.status, l.starts, l.ends, z.name, d.recurrence, l.all_day
    FROM listing l LEFT JOIN listing_detail d ON d.fid = l.fid LEFT JOIN zone z ON z.zone_id = l.zone_id
      LEFT JOIN currency c ON c.currency_id = l.currency_id
    """

  /// The listing with this id.
  /// - Throws: `CatalogError.unknownListing`, without ids that are similar.
  init(id: String, in statements: some StatementSource) throws {
    let found = try statements.first("\(Self.select) WHERE l.id = ?1", id, body: Self.init(row:))
    guard let found else { throw CatalogError.unknownListing(id: id, similar: []) }
    self = found
  }

  /// The listing in row `fid`; nil when there is none.
  init?(fid: Int, in statements: some StatementSource) throws {
    guard let found = try statements.first("\(Self.select) WHERE l.fid = ?1", fid, body: Self.init(row:)) else {
      return nil
    }
    self = found
  }

  private init(row: Statement) {
    fid = row.int(0)
    id = row.string(1) ?? ""
    kind = Kind(rawValue: row.string(2) ?? "") ?? .bar
    name = row.string(3)
    let currency = row.string(5)
    price = row.optionalInt(4).map { Price(minorUnits: $0, currency: currency) }
    capacity = row.optionalInt(6)
    isCancelled = row.string(7) == "cancelled"
    dates = kind == .event ? Self.dates(row) : nil
  }

  private static func dates(_ row: Statement) -> EventDates? {
    row.optionalInt(8).map { starts in
      EventDates(
        starts: Instant(secondsSince1970: Int64(starts)),
        ends: row.optionalInt(9).map { Instant(secondsSince1970: Int64($0)) },
        zone: row.string(10).flatMap(Zone.init(identifier:)), recurrence: row.string(11), isAllDay: row.int(12) == 1)
    }
  }

  /// When the event takes place.
  /// - Throws: `CatalogError.unsuitable` for other kinds, `SignalError.noStart`.
  func eventDates() throws -> EventDates {
    guard kind == .event else {
      throw CatalogError.unsuitable(id: id, kind: kind, question: "only events can be joined.")
    }
    guard let dates else { throw SignalError.noStart(listing: id) }
    return dates
  }
}
