import Foundation
import Synchronization

/// The connection through which a process changes a catalog.
///
/// There is one connection at a time. When the open file has been replaced, the next transaction opens its replacement.
package final class CatalogWriter: Sendable {
  /// How long to wait for readers or writers of the old file, in milliseconds: longer than nearly all requests take.
  static let longestWaitMilliseconds = 5000

  private struct State {
    /// Nil once the file at the path is known to be replaced.
    var connection: WriteConnection?
    /// The connection to the previous file, while it is in use.
    weak var left: WriteConnection?
    var leftLog: LeftLog?
    weak var readers: (any CatalogReaders)?
    var migration: CatalogMigration?

    mutating func connect(
      _ path: CatalogPath, create: Bool, recordedBy log: (any TransactionLog)?
    ) throws -> WriteConnection {
      let opened = try CatalogFile.openForWriting(path, create: create, recordedBy: log)
      connection = opened
      if let done = opened.migration { migration = done }
      return opened
    }
  }

  private let path: CatalogPath
  private let log: (any TransactionLog)?
  private let shared = SharedTransactions<PreparedStatements> { try $0.inSavepoint($1) }
  private let state: Mutex<State>

  /// The number of attempts of a transaction when the file is replaced.
  private static let attempts = 10

  /// - Parameter log: has each transaction before it is committed; the file is then opened by the first change.
  init(path: CatalogPath, create: Bool, recordedBy log: (any TransactionLog)? = nil) throws {
    (self.path, self.log) = (path, log)
    var opened = State()
    if log == nil { _ = try opened.connect(path, create: create, recordedBy: nil) }
    state = Mutex(opened)
  }

  /// The most recent migration of the file by opening it; nil when none was needed.
  var migration: CatalogMigration? { state.withLock { $0.migration } }

  /// Runs `body` in one immediate transaction, which is rolled back on errors. When this returns, the change is on disk
  /// and survives a power failure.
  ///
  /// - Parameter committed: called with the result after the commit, before the next transaction of this process
  ///   begins.
  /// - Throws: errors of `body`; `CatalogError.notOnDisk` when the change is committed but the disk does not confirm
  ///   it.
  package func transaction<Result>(
    _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    try durably { try pendingTransaction(body, committed: committed) }
  }

  /// Removes all traces of deleted data from the file and its log, regardless of when and by which program it was
  /// deleted.
  ///
  /// - Parameter waitSeconds: seconds to wait for readers of an earlier version, which need the log.
  /// - Throws: `RemainsError` while there are such readers, `SQLiteFailure` or GRDB's error without space for a second
  ///   copy; committed changes are not lost.
  /// - Complexity: O(n) in the size of the file; temporarily needs twice its size in addition.
  func eraseRemains(waitSeconds: Int) throws { try current().eraseRemains(waitSeconds: waitSeconds) }

  /// As `transaction`, but returns before the change is on disk: call `waitForDisk` before acknowledging it.
  func pendingTransaction<Result>(
    _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Pending<Result> {
    guard log != nil else { return try onCurrentFile(body, committed) }
    var pending: Pending<Void>?
    let result = try shared.perform(
      in: { changes, committed in pending = try onCurrentFile(changes) { committed() } }, body, committed: committed)
    return Pending(result: result, connection: pending?.connection, ticket: 0)
  }

  /// Runs `body` in one immediate transaction, which is rolled back on errors. Durable like `transaction`.
  ///
  /// In an empty catalog foreign keys of new rows are not checked one by one: a load creates the rows it refers to, and
  /// `vicinity check` verifies it. A large load then writes a draft that replaces the file (`CatalogDraft`).
  func loadTransaction<Result>(
    _ kind: LoadKind, _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    try durably { try onCurrentFile(load: kind, body, committed) }
  }

  /// A committed change that may not be on disk yet.
  package struct Pending<Result> {
    package let result: Result
    /// Nil if there is nothing to wait for.
    fileprivate let connection: WriteConnection?
    fileprivate let ticket: DiskSync.Ticket

    /// The same with another result.
    func map<Other>(_ change: (Result) -> Other) -> Pending<Other> {
      Pending<Other>(result: change(result), connection: connection, ticket: ticket)
    }

    /// Returns when the change is on disk.
    package func waitForDisk() throws { try connection?.wait(for: ticket) }
  }

  /// A number that changes when another connection, of this process or another, has committed.
  func foreignVersion() throws -> Int { try current().foreignVersion() }

  /// Whether everything committed is known to be on disk.
  var isOnDisk: Bool { get throws { try current().isOnDisk } }

  /// Removes the file if it was created by this process and nothing has been committed to it.
  func removeIfUnused() throws -> Bool { try current().removeIfUnused() }

  /// The readers of the same catalog in this process; see `CatalogReaders`.
  var readers: (any CatalogReaders)? {
    get { state.withLock { $0.readers } }
    set { state.withLock { $0.readers = newValue } }
  }

  /// Closes the connection when it is no longer in use; the next change opens a new one.
  func close() {
    let connection = state.withLock { state -> WriteConnection? in
      defer { state.connection = nil }
      return state.connection
    }
    // Closed outside of the lock: it empties the log.
    _ = consume connection
  }

  /// Closes the connection if the file has been replaced.
  func leaveReplaced() {
    guard let connection = state.withLock({ $0.connection }), connection.isReplaced else { return }
    leave(connection)
  }

  /// Whether the writer of a previous file has gone; false also while this is being decided or the next file is opened,
  /// which may take the time of a migration.
  var hasLeft: Bool { state.withLockIfAvailable { $0.left == nil } ?? false }

  private func leave(_ connection: WriteConnection) {
    state.withLock { state in
      guard state.connection === connection else { return }
      (state.connection, state.left, state.leftLog) = (nil, connection, connection.log?.ifNamed)
    }
  }

  private func current() throws -> WriteConnection {
    if let connection = state.withLock({ $0.connection }) { return connection }
    let readers = readers
    readers?.leaveReplaced()
    for _ in 0..<Self.longestWaitMilliseconds where !hasLeft || readers?.hasLeft == false { usleep(1000) }
    return try state.withLock { state in
      if let connection = state.connection { return connection }
      state.leftLog?.remove()
      return try state.connect(path, create: false, recordedBy: log)
    }
  }

  private func durably<Result>(_ body: () throws -> Pending<Result>) throws -> Result {
    let pending = try body()
    try pending.waitForDisk()
    return pending.result
  }

  private func onCurrentFile<Result>(
    load: LoadKind? = nil, _ body: (PreparedStatements) throws -> Result, _ committed: (Result) -> Void
  ) throws -> Pending<Result> {
    for _ in 0..<Self.attempts {
      let connection = try current()
      do {
        let (result, changesNames, ticket) = try connection.transaction(
          load: load, body,
          replaced: {
            leave(connection)
            readers?.leaveReplaced()
          }, committed: committed)
        if changesNames { readers?.noteChange() }
        return Pending(result: result, connection: connection, ticket: ticket)
      } catch is FileReplaced { leave(connection) }
    }
    throw CatalogError.busy(path: path.given)
  }
}

/// The reason why deleted data may remain in a file.
enum RemainsError: Error {
  /// An earlier version is being read, so the log cannot be emptied.
  case logInUse
}

/// The readers of a `CatalogWriter`'s catalog in this process.
protocol CatalogReaders: AnyObject, Sendable {
  /// Whether no reader of a previous file is left.
  var hasLeft: Bool { get }
  /// Releases the file if it has been replaced.
  func leaveReplaced()
  /// Called after each commit that may have changed names, words or locations.
  func noteChange()
}
