import GRDB

extension SQLiteFailure {
  /// Runs `body`, whose failures of SQLite may have come through GRDB, and throws them as those of our own statements.
  static func inPlace<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      throw SQLiteFailure(
        code: error.extendedResultCode.rawValue, message: error.message ?? "", sql: error.sql ?? "no statement")
    }
  }
}
