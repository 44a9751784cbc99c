import GRDB

extension Database {
  /// Writes what is one of many by itself: when something is wrong with it, it is undone and left out, and the others
  /// go on. What is wrong with the file or its disk is thrown.
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
  /// Whether it is about what was to be written, and so would be the same the next time.
  fileprivate var isOfRow: Bool {
    [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
  }
}
