import GRDB

// What a couch asks of a stay beside its price and its numbers of nights.
//
//   nightly_rate           nights on which a couch costs something else, or takes stays of other lengths when they arrive then; NULL is as
//                          usual. The price is in the currency of the listing, which then names one even without a price of its own.
//   listing.advance_notice how many days a host wants between the booking and the arrival.

extension Schema {
  /// Added by version 4.
  static func createRateTables(_ db: Database) throws {
    try db.execute(sql: rates)
    try db.execute(sql: GeoPackage.registerAttributes("nightly_rate"))
  }

  // Clustered by listing: a page of the index reads those of its couches in one sweep.
  private static let rates = """
    ALTER TABLE listing ADD COLUMN advance_notice INTEGER CHECK (advance_notice >= 0);
    CREATE TABLE nightly_rate (
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      from_date DATE NOT NULL,
      to_date DATE NOT NULL CHECK (to_date > from_date),
      price INTEGER CHECK (price >= 0),
      min_nights INTEGER CHECK (min_nights >= 1),
      max_nights INTEGER CHECK (max_nights >= 1),
      PRIMARY KEY (fid, from_date)
    ) WITHOUT ROWID;
    """
}
