import Foundation
import GRDB

/// What is not about listings and must not be in the GeoPackage that people pass around: accounts, keys, and the audit
/// log.
///
/// `NAME.accounts.sqlite` beside the catalog `NAME.gpkg`, readable by its owner alone. It is made when it is first
/// written.
final class AccountsFile: Sendable {
  let path: String
  private let queue: DatabaseQueue
  /// Looks for keys, so that no request waits for what others write.
  private let lookout: DatabaseQueue

  /// With which the names of all files begin that belong to a catalog.
  static func stem(ofCatalog path: String) -> String { path.hasSuffix(".gpkg") ? String(path.dropLast(5)) : path }

  static func path(ofCatalog path: String) -> String {
    stem(ofCatalog: path) + ".accounts.sqlite"
  }

  init(path: String) throws {
    self.path = path
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(10)
    // What is deleted is overwritten, and no trace of it is left in the file.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON") }
    // Only where there is none: another process may make it at the same moment.
    let made = open(path, O_CREAT | O_EXCL | O_RDWR, 0o600)
    if made >= 0 { close(made) }
    queue = try Self.opened(path, configuration)
    var looking = Configuration()
    looking.readonly = true
    looking.busyMode = .timeout(10)
    lookout = try DatabaseQueue(path: path, configuration: looking)
  }

  /// Opens the file, with all its tables.
  ///
  /// Two processes that do so for the first time take the same steps: what one cannot do, the other one has done.
  private static func opened(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
    var tries = 1
    while true {
      do {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try migrator.migrate(queue)
        return queue
      } catch let error as DatabaseError
        where tries < mostTries && [.SQLITE_BUSY, .SQLITE_ERROR].contains(error.resultCode)
      {
        tries += 1
        usleep(50_000)
      }
    }
  }

  /// With which an error is told after two seconds.
  private static let mostTries = 40

  deinit {
    // The last connection empties the log, which one that only reads cannot do.
    try? lookout.close()
    try? queue.close()
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try queue.read(body) }
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value { try queue.write(body) }

  func look<Value>(_ body: (Database) throws -> Value) throws -> Value { try lookout.read(body) }

  /// Copies the file while it is used.
  /// - Parameter target: where there is no file yet.
  func backUp(to target: String) throws {
    _ = FileManager.default.createFile(atPath: target, contents: nil, attributes: [.posixPermissions: 0o600])
    let copy = try DatabaseQueue(path: target)
    try queue.backup(to: copy)
    try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try copy.close()
  }

  /// How far a work has come that goes on after every start; nil before the first time.
  func progress(of work: String) throws -> Int64? {
    try look { try Int64.fetchOne($0, sql: "SELECT number FROM progress WHERE name = ?", arguments: [work]) }
  }

  /// Notes how far a work has come, inside of the transaction that does it.
  static func setProgress(of work: String, to number: Int64, in db: Database) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO progress (name, number) VALUES (?, ?)", arguments: [work, number])
  }

  /// Writes what is in the log into the file, and empties the log.
  /// - Throws: `DatabaseError` while another program reads an earlier version.
  func emptyLog() throws {
    try queue.writeWithoutTransaction { db in
      let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      if row?[0] == 1 {
        throw DatabaseError(resultCode: .SQLITE_BUSY, message: "the log of the accounts file is in use")
      }
    }
  }

  /// Changes with every commit.
  func dataVersion() throws -> Int { try look { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 } }
}
