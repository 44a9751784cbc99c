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
      guard let nights = try statement.nights(0, 1) else { continue }
      rates.append(
        NightlyRate(
          nights: nights, price: statement.optionalInt(2).map { Price(minorUnits: $0, currency: currency) },
          minNights: statement.optionalInt(3), maxNights: statement.optionalInt(4)))
    }
    return rates
  }
}
