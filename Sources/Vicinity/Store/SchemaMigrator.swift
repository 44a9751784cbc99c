import GRDB

/// The steps from one form of the tables to the next, oldest first.
///
/// A step that has been released stays as it is for ever: a catalog of that time has gone it already. The steps that a
/// file has gone are the rows of its table `grdb_migrations`, named after the library that wrote the first of them.
struct SchemaMigrator: Sendable {
  private struct Step: Sendable {
    let identifier: String
    let run: @Sendable (Database) throws -> Void
  }

  private var steps: [Step] = []

  /// The steps by name, oldest first.
  var migrations: [String] { steps.map(\.identifier) }

  /// Adds a step after the others.
  mutating func registerMigration(_ identifier: String, migrate: @escaping @Sendable (Database) throws -> Void) {
    steps.append(Step(identifier: identifier, run: migrate))
  }

  /// The steps that a file has not gone, oldest first.
  func missing(from version: SchemaVersion) -> [String] { migrations.filter { !version.applied.contains($0) } }

  /// Steps of a file that only a newer version of this library knows.
  func unknown(in version: SchemaVersion) -> [String] { version.applied.subtracting(migrations).sorted() }

  /// Goes all steps that are missing, in one transaction: a file is of its old form or of the newest one.
  func migrate(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { db in
      let applied = try SchemaVersion(of: db).applied
      guard steps.contains(where: { !applied.contains($0.identifier) }) else { return }
      // References may dangle between two steps, which SQLite has to be told before the transaction.
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      defer { do { try db.execute(sql: "PRAGMA foreign_keys = ON") } catch {} }
      try db.inTransaction(.immediate) {
        try run(in: db)
        return .commit
      }
    }
  }

  private func run(in db: Database) throws {
    try db.execute(sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    // Somebody else may have gone some of them while this waited.
    let applied = try SchemaVersion(of: db).applied
    for step in steps where !applied.contains(step.identifier) {
      try step.run(db)
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step.identifier])
    }
    try db.checkForeignKeys()
  }
}

/// Which steps a file has gone.
struct SchemaVersion {
  let applied: Set<String>

  private static let hasSteps = "SELECT 1 FROM sqlite_schema WHERE name = 'grdb_migrations'"
  private static let names = "SELECT identifier FROM grdb_migrations"

  init(of db: Database) throws {
    applied = try Int.fetchOne(db, sql: Self.hasSteps) == nil ? [] : Set(String.fetchAll(db, sql: Self.names))
  }

  init(of connection: ReadConnection) throws {
    var applied: Set<String> = []
    if try connection.statement(Self.hasSteps).isNonempty() {
      let names = try connection.statement(Self.names)
      while try names.step() { if let name = names.string(0) { applied.insert(name) } }
    }
    self.applied = applied
  }
}

extension Statement {
  /// Whether there is any row.
  fileprivate func isNonempty() throws -> Bool {
    defer { reset() }
    return try step()
  }
}
