import CodedErrors
import GRDB

/// A log outside of a file, which has each transaction of the file before it is committed: that of a cluster, from
/// which other machines apply it to their copies.
package protocol TransactionLog: AnyObject, Sendable {
  /// Begins to record a connection, before its first statement is prepared: SQLite reports changes only to those
  /// prepared later.
  func recorder(of connection: OpaquePointer) throws -> any TransactionRecorder
}

extension TransactionLog {
  /// Begins to record the connection of a queue that has run nothing yet.
  package func recorder(of queue: DatabaseQueue) throws -> UnsafeTransfer<(any TransactionRecorder)?> {
    try queue.inDatabase { db in
      guard let connection = db.sqliteConnection else { preconditionFailure("an open database has a connection") }
      return UnsafeTransfer(try recorder(of: connection))
    }
  }
}

/// Records the transactions of one connection, one after the other.
package protocol TransactionRecorder: AnyObject {
  /// Called in a transaction, before its first change.
  /// - Throws: `ClusterError` when this process may not write now; nothing is changed then.
  func begin(_ kind: RecordedKind) throws
  /// Called before the commit. When it returns, the transaction has happened, even if the commit fails.
  /// - Throws: `ClusterError`; the transaction is rolled back then.
  func append() throws
  /// Whether the transaction has happened, even if `append` throws afterwards.
  var isInLog: Bool { get }
  /// Called after the commit.
  /// - Throws: `ClusterError` when the file as a whole cannot be recorded: the change is then lost.
  func committed() throws
  /// Called after a rollback before `append`.
  func rolledBack()
  /// Called when the commit of an appended transaction fails. Returns once the file has it nevertheless.
  func commitFailed(_ error: any Error) throws
  /// Called before the connection is closed.
  func end()
}

/// How a transaction is recorded.
package enum RecordedKind: Hashable, Sendable {
  /// By the rows that it changes.
  case changes
  /// By the whole file after the commit: for a change of most rows, of the schema, or of the file's pages.
  case file
}

/// Why a node of a cluster does not make a change. Nothing was changed, unless it says so.
package enum ClusterError: CodedError, Hashable {
  /// Another node decides on changes.
  case notLeader
  /// No node decides on changes at the moment, or the log cannot be reached.
  case noLeader(reason: String)
  /// The node has not had what the log has for too long to know who may see what.
  case cutOff(seconds: Int)
  /// It is unknown whether the change was made.
  case unknownOutcome(reason: String)
  /// A file of media that another node has stored, while the log cannot be reached.
  case notFetched

  package var code: String {
    switch self {
    case .notLeader: "not-leader"
    case .noLeader: "no-leader"
    case .cutOff: "cut-off"
    case .unknownOutcome: "unknown-outcome"
    case .notFetched: "not-fetched"
    }
  }

  package var description: String {
    switch self {
    case .notLeader: "This node of the cluster does not make changes itself; nothing was changed."
    case .noLeader(let reason):
      "The cluster cannot make changes at the moment: \(reason). Nothing was changed; try again in a few seconds."
    case .cutOff(let seconds):
      "This node has been behind the cluster for \(seconds) seconds, so it cannot check who may see this; use another "
        + "node, or try again."
    case .unknownOutcome(let reason):
      "It is unknown whether the change was made: \(reason). Repeat it with the same Idempotency-Key, or check first."
    case .notFetched:
      "This node of the cluster has not fetched the file yet; use another node, or try again in a few seconds."
    }
  }
}

extension Database {
  /// Runs `body` in one immediate transaction, recorded if there is a recorder.
  package func inTransaction(
    of kind: RecordedKind = .changes, recordedBy recorder: (any TransactionRecorder)?,
    _ body: () throws -> TransactionCompletion
  ) throws {
    guard let recorder else { return try inTransaction(.immediate, body) }
    var isAppended = false
    do {
      try inTransaction(.immediate) {
        try recorder.begin(kind)
        guard try body() == .commit else { return .rollback }
        try recorder.append()
        isAppended = true
        return .commit
      }
    } catch {
      guard isAppended || recorder.isInLog else {
        recorder.rolledBack()
        throw error
      }
      return try recorder.commitFailed(error)
    }
    if isAppended { try recorder.committed() } else { recorder.rolledBack() }
  }
}

/// The table of a file that belongs to a cluster: what of the log it has applied.
package enum ClusterPosition {
  package static let table = "cluster_position"

  /// SQL that makes the table. It has one row: the number, hash and time of the last entry that the file has, and
  /// whether the file has changes that the log has not.
  package static let definition = """
    CREATE TABLE \(table) (
      id INTEGER PRIMARY KEY CHECK (id = 1), cluster TEXT NOT NULL, entry INTEGER NOT NULL, hash BLOB NOT NULL,
      at INTEGER NOT NULL, pending INTEGER NOT NULL) STRICT
    """

  static let exists = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '\(table)')"

  /// Whether a file belongs to a cluster.
  package static func isThere(in db: Database) throws -> Bool { try Bool.fetchOne(db, sql: exists) ?? false }

  /// Has a file leave its cluster: its changes go to no log any longer.
  package static func remove(from path: String) throws {
    try SQLiteFailure.inPlace {
      var configuration = CatalogFile.configurationWithoutFile
      configuration.busyMode = .timeout(30)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.write { try $0.execute(sql: "DROP TABLE IF EXISTS \(table)") }
      try queue.close()
    }
  }

  /// Registers the functions that a catalog's constraints and indexes call.
  package static func registerFunctions(on connection: OpaquePointer) {
    SpatialFunctions.register(on: connection)
    TextFunctions.register(on: connection)
  }
}
