extension NightlyRate {
  /// Reads the rates of the couch in one row, ascending.
  static let sql = """
    SELECT from_date, to_date, price, min_nights, max_nights FROM nightly_rate WHERE fid = ?1 ORDER BY from_date
    """

  /// The rates of a couch.
  /// - Parameter statement: of ``sql``.
  static func read(_ fid: Int, with statement: Statement, currency: String?) throws -> [NightlyRate] {
    statement.bind(1, Int64(fid))
    defer { statement.reset() }
    var rates: [NightlyRate] = []
    while try statement.step() {
      let row = StoredRow(statement, of: "nightly_rate of listing", fid)
      rates.append(
        NightlyRate(
          nights: try row.nights(0, 1),
          price: try row.int(2, in: StoredRange.price).map { Price(minorUnits: $0, currency: currency) },
          minNights: try row.int(3, in: StoredRange.minNights), maxNights: try row.int(4, in: StoredRange.maxNights)))
    }
    return rates
  }
}
