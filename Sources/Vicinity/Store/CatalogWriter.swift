import GRDB

/// The one connection through which a process changes a catalog.
final class CatalogWriter: Sendable {
  private let queue: DatabaseQueue

  init(path: String, create: Bool) throws {
    queue = try CatalogFile.openForWriting(path, create: create)
  }

  /// Runs `body` in one immediate transaction; a throw undoes it all.
  func transaction<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
    try queue.writeWithoutTransaction { db in
      var result: Result?
      try db.inTransaction(.immediate) {
        guard let connection = db.sqliteConnection else { preconditionFailure("a transaction has a connection") }
        result = try body(connection)
        return .commit
      }
      guard let result else { preconditionFailure("a committed transaction has a result") }
      return result
    }
  }
}
