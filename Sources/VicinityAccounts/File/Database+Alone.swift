import GRDB

extension Database {
  /// Writes one of many items separately: an item with an error is rolled back and skipped, and the others continue.
  /// Errors of the file or its disk are thrown.
  ///
  /// - Parameter failing: gets the error of what is left out.
  func alone(_ body: () throws -> Void, failing: (any Error) -> Void) throws {
    do {
      try inSavepoint {
        try body()
        return .commit
      }
    } catch let error as DatabaseError where !error.isOfRow {
      throw error
    } catch {
      failing(error)
    }
  }
}

extension DatabaseError {
  /// Whether it is caused by the item, and so would occur again.
  fileprivate var isOfRow: Bool {
    [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
  }
}
