import GRDB

extension Schema {
  /// Added by version 12: the region of a listing, and the possible regions of opening hours that mention public
  /// holidays (`HolidayRegions`); NULL where only the zone is known.
  ///
  /// Places are found by their latitude, to determine the region of a listing.
  static func createRegions(_ db: Database) throws {
    try db.execute(sql: regions)
    guard let connection = db.sqliteConnection else { return }
    try RegionRenewal.run(with: PreparedStatements(on: connection))
  }

  private static let regions = """
    ALTER TABLE listing_detail ADD COLUMN region TEXT;
    ALTER TABLE schedule ADD COLUMN regions TEXT;
    DROP INDEX schedule_hours;
    CREATE UNIQUE INDEX schedule_hours ON schedule(hours, coalesce(zone_id, 0), coalesce(regions, ''));
    CREATE INDEX place_position ON place(latitude, longitude, country, region);
    """
}
