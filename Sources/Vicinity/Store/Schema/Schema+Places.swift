import GRDB

// Tables of the gazetteer. They are independent of the listings.
//
//   place          one row per city or other populated place; `place_id` is the GeoNames id, or negative.
//   place_name     every name of every place, folded (`PlaceKey`), ordered by the folded text: a prefix is a range.
//   place_country  names of countries by ISO 3166-1 alpha-2 code; `keys` has all their names and codes, folded:
//                  `|de|deu|germany|`.
//   place_import   one row per import, with its file names; readers that cache places reload for a new one.
//   place_region   the same for first-level regions, by country and code.

extension Schema {
  /// Added by version 4.
  static func createPlaceTables(_ db: Database) throws {
    try db.execute(sql: places)
    try db.execute(sql: GeoPackage.registerAttributes("place"))
  }

  /// Added by version 12: an index that finds the names of a place by its number, without a scan of all names.
  static func indexPlaceNames(_ db: Database) throws {
    try db.execute(sql: "CREATE INDEX place_name_by_place ON place_name(place_id)")
  }

  private static let places = """
    CREATE TABLE place (
      place_id INTEGER PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      latitude DOUBLE NOT NULL CHECK (latitude BETWEEN -90 AND 90),
      longitude DOUBLE NOT NULL CHECK (longitude BETWEEN -180 AND 180),
      country TEXT NOT NULL,
      region TEXT NOT NULL,
      population INTEGER NOT NULL CHECK (population >= 0),
      is_section INTEGER NOT NULL CHECK (is_section IN (0, 1)),
      zone_id INTEGER REFERENCES zone(zone_id)
    );
    CREATE TABLE place_name (
      key TEXT NOT NULL CHECK (key <> ''),
      place_id INTEGER NOT NULL REFERENCES place(place_id) ON DELETE CASCADE,
      is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
      PRIMARY KEY (key, place_id)
    ) WITHOUT ROWID;
    CREATE TABLE place_import (import_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, files TEXT NOT NULL);
    CREATE TABLE place_country (country TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, keys TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE place_region (
      country TEXT NOT NULL, region TEXT NOT NULL, name TEXT NOT NULL, keys TEXT NOT NULL, PRIMARY KEY (country, region)
    ) WITHOUT ROWID;
    """
}
