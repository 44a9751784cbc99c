import GRDB

// The data with which standing queries continue in a new process.
//
//   standing_before  one row per committed change of a listing, removed when it has been evaluated: a random mark, the
//                    time, and the ids of the queries that matched the listing before, as a JSON array; the ids of
//                    queries that were not evaluated are arrays of one element in it. Written only for standing
//                    queries that outlive the process; see `Catalog.watchKeeping`.

extension Schema {
  /// Added by version 11.
  static func createStanding(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE standing_before (
          number INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          mark INTEGER NOT NULL,
          listing TEXT NOT NULL,
          at INTEGER NOT NULL,
          found TEXT NOT NULL
        );
        """)
    try db.execute(sql: GeoPackage.registerAttributes("standing_before"))
  }
}
