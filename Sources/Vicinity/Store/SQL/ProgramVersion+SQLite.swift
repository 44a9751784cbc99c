import GRDBSQLite

extension ProgramVersion {
  /// The version of SQLite at run time, such as 3.40.1.
  package static var sqlite: String { String(cString: sqlite3_libversion()) }
}
