/// The allowed values of a column of the file, for `vicinity check`; readers use the same ranges (`StoredRange`).
///
/// NULL is allowed here; the table definitions require values where necessary.
struct StoredColumn: Sendable {
  /// The allowed values of a column.
  enum Value: Sendable {
    case whole(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// `YYYY-MM-DD`.
    case date
    /// Text with a length in bytes.
    case text(ClosedRange<Int>)
  }

  let table: String
  let name: String
  let value: Value

  private init(_ table: String, _ name: String, _ value: Value) {
    (self.table, self.name, self.value) = (table, name, value)
  }

  /// An SQL condition for invalid values.
  var isBroken: String {
    let isGood =
      switch value {
      case .whole(let range):
        "typeof(\(name)) = 'integer' AND \(name) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
      case .number(let range):
        "typeof(\(name)) IN ('real', 'integer') AND \(name) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
      case .date: "typeof(\(name)) = 'text' AND date(\(name)) IS \(name)"
      case .text(let bytes):
        "typeof(\(name)) = 'text' AND length(CAST(\(name) AS BLOB)) BETWEEN \(bytes.lowerBound) AND \(bytes.upperBound)"
      }
    return "\(name) IS NOT NULL AND NOT (\(isGood))"
  }

  /// The column that identifies a row of a table: its number, or, for tables without one, the listing.
  static func key(of table: String) -> String {
    switch table {
    case "listing_tag", "nightly_rate", "listing_area": "fid"
    case "place_name": "place_id"
    case "place_country", "place_region": "country"
    default: "rowid"
    }
  }

  static let all = ofFields + others

  /// Columns of fields with bounds; references to words and other tables are checked by the tables themselves.
  private static let ofFields: [StoredColumn] = StoredFields.all.compactMap { stored in
    guard stored.column.dictionary == nil else { return nil }
    let (table, name) = (stored.column.table.rawValue, stored.column.name)
    return switch stored.form {
    case .number(.integer(let range), _, _): StoredColumn(table, name, .whole(range))
    case .number(.real(let range), _, _): StoredColumn(table, name, .number(range))
    case .text(let bytes?, _, _): StoredColumn(table, name, .text(bytes))
    default: nil
    }
  }

  private static let others: [StoredColumn] = [
    StoredColumn("listing", "fid", .whole(StoredRange.row)),
    StoredColumn("listing", "id", .text(StoredRange.id)),
    StoredColumn("listing", "currency_id", .whole(StoredRange.smallNumber)),
    StoredColumn("listing", "zone_id", .whole(StoredRange.smallNumber)),
    StoredColumn("listing", "schedule_id", .whole(StoredRange.number)),
    StoredColumn("listing", "added", .whole(StoredRange.time)),
    StoredColumn("listing", "changed", .whole(StoredRange.time)),
    StoredColumn("listing_tag", "tag_id", .whole(StoredRange.number)),
    StoredColumn("schedule", "hours", .text(StoredRange.rule)),
    StoredColumn("schedule", "regions", .text(StoredRange.regions)),
    StoredColumn("schedule", "zone_id", .whole(StoredRange.smallNumber)),
    StoredColumn("block", "from_date", .date),
    StoredColumn("block", "to_date", .date),
    StoredColumn("nightly_rate", "from_date", .date),
    StoredColumn("nightly_rate", "to_date", .date),
    StoredColumn("nightly_rate", "price", .whole(StoredRange.price)),
    StoredColumn("nightly_rate", "min_nights", .whole(StoredRange.minNights)),
    StoredColumn("nightly_rate", "max_nights", .whole(StoredRange.maxNights)),
    StoredColumn("booking", "from_date", .date),
    StoredColumn("booking", "to_date", .date),
    StoredColumn("booking", "guests", .whole(StoredRange.guests)),
    StoredColumn("booking", "price", .whole(StoredRange.stayPrice)),
    StoredColumn("booking", "made", .whole(StoredRange.time)),
    StoredColumn("booking", "changed", .whole(StoredRange.time)),
    StoredColumn("favourite", "at", .whole(StoredRange.time)),
    StoredColumn("attendance", "starts", .whole(StoredRange.time)),
    StoredColumn("attendance", "at", .whole(StoredRange.time)),
    StoredColumn("rating", "half_stars", .whole(StoredRange.halfStars)),
    StoredColumn("rating", "at", .whole(StoredRange.time)),
    StoredColumn("visit", "at", .whole(StoredRange.time)),
    StoredColumn("rating_base", "rating", .number(StoredRange.rating)),
    StoredColumn("rating_base", "rating_count", .whole(StoredRange.votes)),
    StoredColumn("signal", "value", .number(StoredRange.signal)),
    StoredColumn("signal", "at", .whole(StoredRange.time)),
    StoredColumn("affinity", "admirers", .whole(StoredRange.supporters)),
    StoredColumn("exact_point", "latitude", .number(StoredRange.latitude)),
    StoredColumn("exact_point", "longitude", .number(StoredRange.longitude)),
    StoredColumn("exact_point", "radius", .number(StoredRange.radius)),
    StoredColumn("place", "latitude", .number(StoredRange.latitude)),
    StoredColumn("place", "longitude", .number(StoredRange.longitude)),
    StoredColumn("place", "population", .whole(StoredRange.population)),
    StoredColumn("catalog_statistic", "value", .number(StoredRange.statistic)),
    StoredColumn("tag_statistic", "listings", .whole(StoredRange.supporters)),
  ]
}
