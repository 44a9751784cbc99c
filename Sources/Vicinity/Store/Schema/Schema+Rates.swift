import GRDB

// The terms of a couch for certain nights, and its advance notice.
//
//   nightly_rate           nights with another price, or other limits for stays that arrive then; NULL if equal.
//                          The price is in the currency of the listing, which is set even if the listing has no price.
//   listing.advance_notice the required number of days between booking and arrival.

extension Schema {
  /// Added by version 4.
  static func createRateTables(_ db: Database) throws {
    try db.execute(sql: rates)
    try db.execute(sql: GeoPackage.registerAttributes("nightly_rate"))
  }

  // Clustered by listing: a leaf reads all rates of its couches in one sweep.
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
