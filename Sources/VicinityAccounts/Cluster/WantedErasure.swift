import GRDB

/// What members have deleted, and the log of a cluster still has: notes in the accounts file.
enum WantedErasure {
  private static let work = "erasure of the log"
  /// The last email to an ended account, with its address.
  private static func email(_ number: Int64) -> String { "erasure of email \(number)" }

  /// Notes, in the transaction that deletes something, that the log has it.
  static func note(in db: Database) throws {
    let last = try AccountsDatabase.progress(of: work, in: db) ?? 0
    try AccountsDatabase.setProgress(of: work, to: abs(last) + 1, in: db)
  }

  /// Notes that the newest waiting email is to be erased once it is sent.
  static func noteNewestEmail(in db: Database) throws {
    guard let number = try Int64.fetchOne(db, sql: "SELECT max(number) FROM mail") else { return }
    try AccountsDatabase.setProgress(of: email(number), to: 1, in: db)
  }

  /// Called in the transaction that removes an email.
  static func removed(email number: Int64, in db: Database) throws {
    try db.execute(sql: "DELETE FROM progress WHERE name = ?", arguments: [email(number)])
    if db.changesCount > 0 { try note(in: db) }
  }

  /// The number of what is wanted; nil if nothing is.
  static func number(in database: AccountsDatabase) throws -> Int64? {
    try database.progress(of: work).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Notes that everything up to a number is erased.
  static func settle(_ number: Int64, in database: AccountsDatabase) throws {
    try database.write { db in
      // More may be wanted since.
      guard try AccountsDatabase.progress(of: work, in: db) == number else { return }
      try AccountsDatabase.setProgress(of: work, to: -number, in: db)
    }
  }
}
