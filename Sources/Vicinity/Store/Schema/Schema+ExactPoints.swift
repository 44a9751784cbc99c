import GRDB

// The exact locations of couches with a private location. `listing`, the R-tree and all outputs have a public point
// near it; see docs/privacy.md.
//
//   exact_point    exact coordinate and address of such a couch, and the maximum distance of its public point, meters.
//   public_point   one row: the secret for public points, drawn once, and the radius for couches without one.
//
// Neither is registered as a GeoPackage table, so that other programs do not list them with the layers.

extension Schema {
  /// Added by version 4.
  static func createExactPointTables(_ db: Database) throws {
    try db.execute(sql: exactPoints)
  }

  private static let exactPoints = """
    CREATE TABLE exact_point (
      fid INTEGER PRIMARY KEY NOT NULL REFERENCES listing(fid) ON DELETE CASCADE,
      latitude DOUBLE NOT NULL CHECK (latitude BETWEEN -90 AND 90),
      longitude DOUBLE NOT NULL CHECK (longitude BETWEEN -180 AND 180),
      radius DOUBLE NOT NULL CHECK (radius > 0),
      address TEXT
    );
    CREATE TABLE public_point (
      one INTEGER PRIMARY KEY NOT NULL CHECK (one = 1),
      key BLOB NOT NULL CHECK (length(key) = 32),
      radius DOUBLE NOT NULL CHECK (radius >= 0)
    );
    """
}
