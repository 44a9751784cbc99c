import GRDB

extension Schema {
  /// The data behind recommendations.
  ///
  ///   signal         a member's interactions in another system: only for recommendations.
  ///   friendship     pairs of members who know each other, a row for each direction.
  ///   affinity       for a listing that members like, the listings it supports; bytes of `AffinityBlob`.
  ///   member_signal  all signals of members, from `signal` and from the tables of version 3, as a view.
  private static let recommendation = """
    CREATE TABLE signal (
      signal_id INTEGER PRIMARY KEY NOT NULL,
      member TEXT NOT NULL CHECK (member <> ''),
      fid INTEGER NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('favourite', 'rating', 'attendance', 'booking', 'visit')),
      value DOUBLE NOT NULL,
      at INTEGER
    );
    CREATE UNIQUE INDEX signal_by_member ON signal(member, fid, kind, coalesce(at, ''));
    CREATE INDEX signal_by_listing ON signal(fid);
    CREATE TABLE friendship (
      friendship_id INTEGER PRIMARY KEY NOT NULL,
      member TEXT NOT NULL CHECK (member <> ''),
      friend TEXT NOT NULL CHECK (friend <> '' AND friend <> member),
      UNIQUE (member, friend)
    );
    CREATE TABLE affinity (
      fid INTEGER PRIMARY KEY NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      admirers INTEGER NOT NULL,
      targets BLOB NOT NULL
    );
    CREATE INDEX affinity_by_admirers ON affinity(admirers);
    CREATE VIEW member_signal (member, fid, kind, value) AS
      SELECT member, fid, kind, value FROM signal
      UNION ALL SELECT member, fid, 'favourite', 1.0 FROM favourite
      UNION ALL SELECT member, fid, 'rating', half_stars / 2.0 FROM rating
      UNION ALL SELECT member, fid, 'attendance', 1.0 FROM attendance WHERE status = 'joined'
      UNION ALL SELECT member, fid, 'booking', 1.0 FROM booking WHERE status IN ('requested', 'confirmed')
      UNION ALL SELECT member, fid, 'visit', 1.0 FROM visit;
    """

  /// Creates the tables of recommendations, added by version 4.
  static func createRecommendationTables(_ db: Database) throws {
    try db.execute(sql: recommendation)
    for table in ["signal", "friendship", "affinity"] { try db.execute(sql: GeoPackage.registerAttributes(table)) }
  }
}
