import Foundation
import GRDB

/// The migrations from one schema to the next, oldest first.
///
/// A released migration never changes, because existing catalogs have already applied it. The applied migrations of a
/// file are the rows of its table `grdb_migrations`, named after the library that wrote the first of them.
struct SchemaMigrator: Sendable {
  private struct Step: Sendable {
    let identifier: String
    let run: @Sendable (Database) throws -> Void
  }

  private var steps: [Step] = []

  /// The migrations by name, oldest first.
  var migrations: [String] { steps.map(\.identifier) }

  /// Adds a migration after the others.
  mutating func registerMigration(_ identifier: String, migrate: @escaping @Sendable (Database) throws -> Void) {
    steps.append(Step(identifier: identifier, run: migrate))
  }

  /// The migrations that a file lacks, oldest first.
  func missing(from version: SchemaVersion) -> [String] { migrations.filter { !version.applied.contains($0) } }

  /// Migrations of a file that only a newer version of this library knows.
  func unknown(in version: SchemaVersion) -> [String] {
    // In the order of their numbers.
    version.applied.subtracting(migrations).sorted { $0.compare($1, options: .numeric) == .orderedAscending }
  }

  /// Applies all missing migrations in one transaction: a file has its old schema or the newest one.
  ///
  /// - Parameter beginning: receives the missing migrations inside the transaction, before the first of them, when no
  ///   other process can write; an error leaves the file unchanged.
  func migrate(_ queue: DatabaseQueue, beginning: ([String]) throws -> Void = { _ in }) throws {
    try queue.writeWithoutTransaction { db in
      let applied = try SchemaVersion(of: db).applied
      guard steps.contains(where: { !applied.contains($0.identifier) }) else { return }
      // Foreign keys may be violated between two migrations, and the pragma is a no-op inside a transaction.
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      defer { do { try db.execute(sql: "PRAGMA foreign_keys = ON") } catch {} }
      try db.inTransaction(.immediate) {
        // Another process may have applied some of them while this one waited.
        let missing = try missing(from: SchemaVersion(of: db))
        guard !missing.isEmpty else { return .rollback }
        try beginning(missing)
        try run(missing, in: db)
        return .commit
      }
    }
  }

  private func run(_ missing: [String], in db: Database) throws {
    try db.execute(sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    for step in steps where missing.contains(step.identifier) {
      try step.run(db)
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step.identifier])
    }
    try db.checkForeignKeys()
  }
}

/// The migrations that a file has applied.
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
