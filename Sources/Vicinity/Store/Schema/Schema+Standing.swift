import GRDB

// What standing queries need to go on after the end of a process.
//
//   standing_before  one row per committed change of a listing, until it is judged and removed: a random mark, when it
//                    was, and the ids of the queries that found the listing before, as an array of JSON; ids of
//                    queries that were not judged are arrays of one element in it. Written only for standing queries
//                    that outlive the process; see `Catalog.watchKeeping`.

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
