import GRDB

extension SQLiteFailure {
  /// Runs `body`, converting SQLite errors thrown by GRDB to `SQLiteFailure`.
  static func inPlace<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      throw SQLiteFailure(
        code: error.extendedResultCode.rawValue, message: error.message ?? "", sql: error.sql ?? "no statement")
    }
  }
}
