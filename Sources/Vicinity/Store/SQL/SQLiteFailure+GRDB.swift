import GRDB
import GRDBSQLite

extension SQLiteFailure {
  /// Runs `body`, converting SQLite errors thrown by GRDB to `SQLiteFailure`.
  static func inPlace<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      // Without a statement, the message may belong to another connection or to no error.
      let message = error.sql == nil ? nil : error.message
      throw SQLiteFailure(
        code: error.extendedResultCode.rawValue,
        message: message ?? String(cString: sqlite3_errstr(error.resultCode.rawValue)),
        sql: error.sql ?? "no statement")
    }
  }
}
