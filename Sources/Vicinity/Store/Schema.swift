// The catalog file, schema version 2
// ==================================
//
// A catalog is an OGC GeoPackage 1.3 (http://www.geopackage.org/spec130/): `application_id` is "GPKG", `user_version` is 10300, as
// the standard wants. The version of our own tables is the last migration listed in `grdb_migrations`.
//
//   listing           the feature table: one row a listing, narrow, POINT geometry in EPSG:4326. `fid` follows the Hilbert order of
//                     the coordinates within one import, so that neighbours on the map are neighbours in the file.
//   rtree_listing_geom  SQLite R-tree over `geom`, kept by the standard triggers. Its 32-bit floats are rounded outward.
//   listing_detail    long texts and what only a full record shows; same fid.
//   listing_text      full-text index (FTS5) over name, address, tags and description; rowid = fid.
//   tag, listing_tag  distinct tags, and which listing has which.
//   schedule          distinct pairs of opening hours and time zone.
//   zone, currency, source   distinct IANA zones, ISO 4217 codes and import sources.
//   block             nights [from_date, to_date) on which a couch is not free; disjoint and sorted within a listing.
//   catalog_statistic sums kept with the data, such as those behind the mean rating, and the planner's profile.
//   tag_statistic     about how many listings have each tag; for the planner.
//
// Instants are Unix seconds, dates ISO 8601 text, prices minor units of their currency. Numbers of tags, schedules, zones, currencies
// and sources are never used again after a deletion (AUTOINCREMENT), so that a reader may remember what a number means.

enum Schema {
  /// `user_version` of GeoPackage 1.3.0.
  static let geoPackageVersion = 10_300
  /// "GPKG" as a big-endian number.
  static let applicationID = 0x4750_4B47

  private static let listingIndex = "CREATE INDEX listing_source ON listing(source_id)"
  private static let tagIndex = "CREATE INDEX listing_tag_by_tag ON listing_tag(tag_id, fid)"
  private static let blockIndex = "CREATE INDEX block_by_listing ON block(fid, from_date)"

  /// Indexes that come cheaper after the rows than row by row.
  static let laterIndexes = [
    (name: "listing_source", sql: listingIndex), (name: "listing_tag_by_tag", sql: tagIndex),
    (name: "block_by_listing", sql: blockIndex),
  ]

  /// The text index.
  /// - Parameter keepingTexts: whether it keeps the texts themselves, as it must where texts are changed.
  static func textIndex(keepingTexts: Bool = true) -> String {
    """
    CREATE VIRTUAL TABLE listing_text USING fts5(
      name, address, tags, description, tokenize = 'unicode61 remove_diacritics 2'\(keepingTexts ? "" : ", content = ''")
    )
    """
  }

  static let tables = """
    CREATE TABLE zone (zone_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL UNIQUE);
    CREATE TABLE currency (currency_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, code TEXT NOT NULL UNIQUE);
    CREATE TABLE source (source_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL UNIQUE);
    CREATE TABLE schedule (
      schedule_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      hours TEXT NOT NULL,
      zone_id INTEGER REFERENCES zone(zone_id)
    );
    CREATE UNIQUE INDEX schedule_hours ON schedule(hours, coalesce(zone_id, 0));
    CREATE TABLE tag (tag_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL UNIQUE);
    CREATE TABLE listing (
      fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      geom POINT NOT NULL,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('bar', 'event', 'couch')),
      name TEXT,
      price INTEGER CHECK (price >= 0),
      currency_id INTEGER REFERENCES currency(currency_id),
      price_level INTEGER CHECK (price_level BETWEEN 1 AND 4),
      rating DOUBLE CHECK (rating BETWEEN 0 AND 5),
      rating_count INTEGER CHECK (rating_count >= 0),
      zone_id INTEGER REFERENCES zone(zone_id),
      schedule_id INTEGER REFERENCES schedule(schedule_id),
      starts INTEGER,
      ends INTEGER CHECK (ends >= starts),
      guests INTEGER CHECK (guests >= 1),
      min_nights INTEGER CHECK (min_nights >= 1),
      max_nights INTEGER CHECK (max_nights >= min_nights OR min_nights IS NULL),
      source_id INTEGER NOT NULL REFERENCES source(source_id)
    );
    \(listingIndex);
    CREATE TABLE listing_detail (
      fid INTEGER PRIMARY KEY NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      address TEXT, phone TEXT, url TEXT, image TEXT, description TEXT, host TEXT,
      recurrence TEXT, capacity INTEGER, venue TEXT
    );
    CREATE TABLE listing_tag (
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      tag_id INTEGER NOT NULL REFERENCES tag(tag_id),
      PRIMARY KEY (fid, tag_id)
    ) WITHOUT ROWID;
    \(tagIndex);
    CREATE TABLE block (
      block_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      from_date DATE NOT NULL,
      to_date DATE NOT NULL CHECK (to_date > from_date)
    );
    \(blockIndex);
    CREATE TABLE catalog_statistic (name TEXT PRIMARY KEY NOT NULL, value DOUBLE NOT NULL);
    \(textIndex());
    CREATE TRIGGER listing_text_delete AFTER DELETE ON listing BEGIN
      DELETE FROM listing_text WHERE rowid = OLD.fid;
    END;
    CREATE TRIGGER listing_text_name AFTER UPDATE OF name ON listing WHEN OLD.name IS NOT NEW.name BEGIN
      UPDATE listing_text SET name = NEW.name WHERE rowid = NEW.fid;
    END;
    """

  /// Added by version 2.
  static let statistics = """
    CREATE TABLE tag_statistic (tag_id INTEGER PRIMARY KEY NOT NULL, listings INTEGER NOT NULL);
    """

  /// Tables beside the feature table, as GeoPackage calls them: attributes.
  static let attributeTables = ["listing_detail", "tag", "schedule", "zone", "currency", "source", "block"]
}
