// The catalog file, schema version 4
// ==================================
//
// A catalog is an OGC GeoPackage 1.3 (http://www.geopackage.org/spec130/): `application_id` is "GPKG", `user_version`
// is 10300, as the standard requires. The schema version of Vicinity's own tables is the last migration listed in
// `grdb_migrations`.
//
//   listing           the feature table: one narrow row per listing, POINT geometry in EPSG:4326. `fid` follows the
//                     Hilbert order of the coordinates within one import: neighbors on the map are neighbors here.
//   rtree_listing_geom  R-tree over `geom`, updated by the standard triggers. Its 32-bit floats are rounded outward.
//   listing_detail    long texts and other fields of the full record; same fid.
//   listing_text      full-text index (FTS5) over name, address, tags and description; rowid = fid.
//   tag, listing_tag  distinct tags, and the tags of each listing.
//   schedule          distinct pairs of opening hours and time zone.
//   zone, currency, source   distinct IANA zones, ISO 4217 codes and import sources.
//   block             blocked nights [from_date, to_date): from an import, where they are disjoint, or set by the host.
//   booking           stays requested by guests; requested and confirmed ones take their nights. Triggers prevent
//                     overlaps on one couch, whatever program writes.
//   favourite, attendance, rating, visit   members' records about listings, one row each.
//   rating_base       mean and votes from a listing's source, if members have rated it as well.
//   signal, friendship, affinity   the data behind recommendations; see `Schema+Recommend.swift`.
//   area, listing_area   named areas, a second feature table (MULTIPOLYGON), and the areas that contain each listing.
//   catalog_statistic summary data, such as the mean rating, and the planner's profile.
//   place, place_name, place_country, place_region   the gazetteer: see `Schema+Places.swift`.
//   nightly_rate      special terms of certain nights: see `Schema+Rates.swift`.
//   exact_point, public_point   exact locations of private couches: see `Schema+ExactPoints.swift`.
//   synonym           words that mean the same: see `Schema+Synonyms.swift`.
//   setting           rules for the members: see `Schema+Settings.swift`.
//   listings          the listings for other programs, a view: see `Schema+Interchange.swift`.
//   tag_statistic     approximate number of listings with each tag, for the planner.
//
// Instants are Unix seconds, dates ISO 8601 text, prices minor units of their currency. Numbers of tags, schedules,
// zones, currencies and sources are never reused after a deletion (AUTOINCREMENT), so that a reader may cache their
// meaning.

enum Schema {
  /// `user_version` of GeoPackage 1.3.0.
  static let geoPackageVersion = 10_300
  /// "GPKG" as a big-endian number.
  static let applicationID = 0x4750_4B47

  static let tagIndex = (
    name: "listing_tag_by_tag", sql: "CREATE INDEX listing_tag_by_tag ON listing_tag(tag_id, fid)"
  )
  private static let hostIndex = "CREATE INDEX listing_host ON listing_detail(host) WHERE host IS NOT NULL"

  /// Indexes that are cheaper to build after the rows than row by row. The others get the new rows in their own order.
  static let laterIndexes = [
    tagIndex, (name: "listing_host", sql: hostIndex), (name: "own_value_by_value", sql: ownIndex),
  ]

  /// The text index of version 1.
  private static let firstTextIndex = """
    CREATE VIRTUAL TABLE listing_text USING fts5(
      name, address, tags, description, tokenize = 'unicode61 remove_diacritics 2'
    )
    """

  /// The text index: of folded words, which the tokenizer only has to separate.
  /// - Parameter options: FTS5 options, each preceded by a comma; without any the index stores the words itself.
  static func textIndex(named name: String = "listing_text", options: String = "") -> String {
    """
    CREATE VIRTUAL TABLE \(name) USING fts5(
      name, address, tags, description,
      tokenize = 'unicode61 remove_diacritics 0 categories ''L* N* M* Co'''\(options)
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
    CREATE INDEX listing_source ON listing(source_id);
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
    \(tagIndex.sql);
    CREATE TABLE block (
      block_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      from_date DATE NOT NULL,
      to_date DATE NOT NULL CHECK (to_date > from_date)
    );
    CREATE INDEX block_by_listing ON block(fid, from_date);
    CREATE TABLE catalog_statistic (name TEXT PRIMARY KEY NOT NULL, value DOUBLE NOT NULL);
    \(firstTextIndex);
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

  /// Added by version 3: the times of events, bookings, and members' records.
  static let members = """
    ALTER TABLE listing ADD COLUMN status TEXT CHECK (status IN ('cancelled', 'postponed'));
    ALTER TABLE listing ADD COLUMN all_day INTEGER NOT NULL DEFAULT 0 CHECK (all_day IN (0, 1));
    CREATE INDEX listing_recurrence ON listing_detail(fid, recurrence) WHERE recurrence IS NOT NULL;
    \(hostIndex);
    ALTER TABLE block ADD COLUMN origin TEXT NOT NULL DEFAULT 'import' CHECK (origin IN ('import', 'host'));
    CREATE TABLE booking (
      booking_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      member TEXT NOT NULL CHECK (member <> ''),
      from_date DATE NOT NULL CHECK (from_date IS date(from_date)),
      to_date DATE NOT NULL CHECK (to_date IS date(to_date) AND to_date > from_date),
      guests INTEGER NOT NULL CHECK (guests >= 1),
      status TEXT NOT NULL CHECK (status IN ('requested', 'confirmed', 'cancelled', 'declined')),
      price INTEGER CHECK (price >= 0),
      currency_id INTEGER REFERENCES currency(currency_id),
      request_key TEXT,
      made INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      UNIQUE (member, request_key)
    );
    CREATE INDEX booking_by_listing ON booking(fid, from_date);
    CREATE INDEX booking_by_member ON booking(member, from_date);
    \(bookingTrigger("INSERT"))
    \(bookingTrigger(
      "UPDATE",
      unless: """
        OLD.status IN ('requested', 'confirmed') AND OLD.fid = NEW.fid AND OLD.booking_id = NEW.booking_id
        AND OLD.from_date = NEW.from_date AND OLD.to_date = NEW.to_date
        """))
    CREATE TABLE favourite (
      favourite_id INTEGER PRIMARY KEY NOT NULL,
      member TEXT NOT NULL CHECK (member <> ''),
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      UNIQUE (member, fid)
    );
    CREATE INDEX favourite_by_listing ON favourite(fid);
    CREATE TABLE attendance (
      attendance_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      member TEXT NOT NULL CHECK (member <> ''),
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      starts INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('joined', 'waiting')),
      at INTEGER NOT NULL,
      UNIQUE (member, fid, starts)
    );
    CREATE INDEX attendance_by_event ON attendance(fid, starts, attendance_id);
    CREATE TABLE rating (
      rating_id INTEGER PRIMARY KEY NOT NULL,
      member TEXT NOT NULL CHECK (member <> ''),
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      half_stars INTEGER NOT NULL CHECK (half_stars BETWEEN 2 AND 10),
      text TEXT,
      at INTEGER NOT NULL,
      UNIQUE (member, fid)
    );
    CREATE INDEX rating_by_listing ON rating(fid, half_stars);
    CREATE TABLE rating_base (
      fid INTEGER PRIMARY KEY NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      rating DOUBLE,
      rating_count INTEGER
    );
    CREATE TABLE visit (
      visit_id INTEGER PRIMARY KEY NOT NULL,
      member TEXT NOT NULL CHECK (member <> ''),
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      UNIQUE (member, fid, at)
    );
    CREATE INDEX visit_by_listing ON visit(fid);
    """

  /// Rejects a booking that overlaps the nights of another one, or blocked nights; confirming takes no additional
  /// nights.
  private static func bookingTrigger(_ event: String, unless isHeld: String = "0") -> String {
    """
    CREATE TRIGGER booking_\(event.lowercased()) BEFORE \(event) ON booking
    WHEN NEW.status IN ('requested', 'confirmed') AND NOT (\(isHeld)) BEGIN
      SELECT RAISE(ABORT, 'nights are taken by another booking') WHERE EXISTS (
        SELECT 1 FROM booking WHERE fid = NEW.fid AND booking_id IS NOT NEW.booking_id
          AND status IN ('requested', 'confirmed') AND from_date < NEW.to_date AND to_date > NEW.from_date);
      SELECT RAISE(ABORT, 'nights are blocked') WHERE EXISTS (
        SELECT 1 FROM block WHERE fid = NEW.fid AND from_date < NEW.to_date AND to_date > NEW.from_date);
    END;
    """
  }

  /// Tables of version 3 other than the feature table.
  static let memberTables = ["booking", "favourite", "attendance", "rating", "rating_base", "visit"]

  /// Tables other than the feature table, called attributes in GeoPackage.
  static let attributeTables = ["listing_detail", "tag", "schedule", "zone", "currency", "source", "block"]
}
