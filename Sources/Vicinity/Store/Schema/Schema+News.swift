import GRDB

// News for members about what others did, and hosts' ratings of their guests.
//
//   news          one row per member and news item, in chronological order; removed when a server has delivered it.
//                 Written only while the setting `news` is on.
//   hidden_listing  listings that an editor has hidden, in the form of their sources: canonical JSON.
//   hidden_record   the records that belong to them: a row of the table `kind`, as an array of its columns without
//                   `fid` and internal keys. Both are restored with the listing. For the table `listing` it is the
//                   number of the listing's former row.
//   guest_rating  the rating of the guest of a stay by the host of the couch: once per booking.
//   listing.cancellation_notice  days before arrival until which a guest may cancel a confirmed stay; NULL: any time.

extension Schema {
  /// Added by version 10.
  static func createNews(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE listing ADD COLUMN cancellation_notice INTEGER CHECK (cancellation_notice >= 0);
        CREATE TABLE news (
          news_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          at INTEGER NOT NULL,
          recipient TEXT NOT NULL CHECK (recipient <> ''),
          kind TEXT NOT NULL,
          listing TEXT NOT NULL,
          name TEXT,
          member TEXT,
          booking INTEGER,
          starts INTEGER,
          detail TEXT
        );
        CREATE TABLE guest_rating (
          booking_id INTEGER PRIMARY KEY NOT NULL REFERENCES booking(booking_id) ON DELETE CASCADE,
          host TEXT NOT NULL CHECK (host <> ''),
          member TEXT NOT NULL CHECK (member <> ''),
          half_stars INTEGER NOT NULL CHECK (half_stars BETWEEN 2 AND 10),
          text TEXT,
          at INTEGER NOT NULL
        );
        CREATE INDEX guest_rating_by_member ON guest_rating(member, half_stars);
        CREATE INDEX guest_rating_by_host ON guest_rating(host);
        CREATE TABLE hidden_listing (
          id TEXT PRIMARY KEY NOT NULL,
          source TEXT NOT NULL,
          host TEXT,
          listing TEXT NOT NULL,
          reason TEXT NOT NULL,
          at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX hidden_listing_by_host ON hidden_listing(host) WHERE host IS NOT NULL;
        CREATE TABLE hidden_record (
          record_id INTEGER PRIMARY KEY NOT NULL,
          id TEXT NOT NULL REFERENCES hidden_listing(id) ON DELETE CASCADE,
          kind TEXT NOT NULL,
          member TEXT,
          record TEXT NOT NULL
        );
        CREATE INDEX hidden_record_by_listing ON hidden_record(id, record_id);
        CREATE INDEX hidden_record_by_member ON hidden_record(member) WHERE member IS NOT NULL;
        """)
    for table in ["news", "guest_rating", "hidden_listing", "hidden_record"] {
      try db.execute(sql: GeoPackage.registerAttributes(table))
    }
  }
}
