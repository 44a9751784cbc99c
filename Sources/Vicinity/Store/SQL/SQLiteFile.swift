import GRDBSQLite

/// The files of a connection, as its VFS sees them (https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
enum SQLiteFile {
  /// The database; nil when SQLite has not opened it.
  static func database(of connection: OpaquePointer) -> UnsafeMutablePointer<sqlite3_file>? {
    pointer(SQLITE_FCNTL_FILE_POINTER, connection)
  }

  /// The log or the journal; nil when there is none.
  static func journal(of connection: OpaquePointer) -> UnsafeMutablePointer<sqlite3_file>? {
    pointer(SQLITE_FCNTL_JOURNAL_POINTER, connection)
  }

  private static func pointer(_ code: Int32, _ connection: OpaquePointer) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    return sqlite3_file_control(connection, "main", code, &file) == SQLITE_OK ? file : nil
  }
}
