import Foundation
import Synchronization

/// The door through which a process changes a catalog.
///
/// There is one connection at a time. When another file has taken the place of the one it has open, the next
/// transaction opens that.
package final class CatalogWriter: Sendable {
  /// How long to wait for those who still read or write the old file, in milliseconds: longer than nearly all questions
  /// take.
  static let patience = 5000

  private struct State {
    /// nil once another file is known to lie under the path.
    var connection: WriteConnection?
    /// The connection to the file before, as long as anybody writes it.
    weak var left: WriteConnection?
    var leftLog: LeftLog?
    weak var readers: (any CatalogReaders)?
  }

  private let path: CatalogPath
  private let state: Mutex<State>

  /// How often a transaction starts over because the file was replaced.
  private static let attempts = 10

  init(path: CatalogPath, create: Bool) throws {
    self.path = path
    state = Mutex(State(connection: try CatalogFile.openForWriting(path, create: create)))
  }

  /// Runs `body` in one immediate transaction; a throw undoes it all. When this returns, the change is on the disk and
  /// survives a loss of power.
  ///
  /// - Parameter committed: called with the result once it is in the file, before the next transaction of this process
  ///   begins.
  /// - Throws: what `body` throws; `CatalogError.notOnDisk` when the change is made, and the disk does not confirm it.
  package func transaction<Result>(
    _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    try durably { try pendingTransaction(body, committed: committed) }
  }

  /// Leaves nothing in the file and its log of what was deleted, however long ago and by whatever program.
  ///
  /// - Parameter patience: seconds to wait for readers of an earlier version, who need the log.
  /// - Throws: `RemainsError` while somebody reads, `SQLiteFailure` or GRDB's error without the room for a second copy; all that was
  ///   committed stays so.
  /// - Complexity: O(n) in the size of the file, of which it needs twice as much again meanwhile.
  func eraseRemains(patience: Int) throws { try current().eraseRemains(patience: patience) }

  /// As `transaction`, but returns before the change is on the disk: whoever tells somebody of it waits with
  /// `waitForDisk` first.
  func pendingTransaction<Result>(
    _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Pending<Result> {
    try onCurrentFile(body, committed)
  }

  /// Runs `body` in one immediate transaction; a throw undoes it all. Durable as `transaction` is.
  ///
  /// In an empty catalog SQLite does not look every reference of every new row up: a load makes what it refers to, and `vicinity check`
  /// verifies it.
  func loadTransaction<Result>(
    _ body: (PreparedStatements) throws -> Result, committed: (Result) -> Void = { _ in }
  ) throws -> Result {
    try durably { try onCurrentFile(isLoad: true, body, committed) }
  }

  /// What has been committed and may not be on the disk yet.
  package struct Pending<Result> {
    package let result: Result
    fileprivate let connection: WriteConnection
    fileprivate let ticket: DiskSync.Ticket

    /// The same with another result.
    func map<Other>(_ change: (Result) -> Other) -> Pending<Other> {
      Pending<Other>(result: change(result), connection: connection, ticket: ticket)
    }

    /// Returns when it is on the disk.
    package func waitForDisk() throws { try connection.wait(for: ticket) }
  }

  /// A number that changes when another connection, of this process or another, has committed.
  func foreignVersion() throws -> Int { try current().foreignVersion() }

  /// Whether everything that has been committed is known to be on the disk.
  var isOnDisk: Bool { get throws { try current().isOnDisk } }

  /// Removes the file when it was made for this and nobody has committed anything to it.
  func removeIfUnused() throws -> Bool { try current().removeIfUnused() }

  /// Whoever reads the same catalog in this process; see `CatalogReaders`.
  var readers: (any CatalogReaders)? {
    get { state.withLock { $0.readers } }
    set { state.withLock { $0.readers = newValue } }
  }

  /// Lets go of the connection if another file lies under the path.
  func leaveReplaced() {
    guard let connection = state.withLock({ $0.connection }), connection.isReplaced else { return }
    leave(connection)
  }

  /// Whether nobody writes a file before the present one any more.
  var hasLeft: Bool { state.withLock { $0.left == nil } }

  private func leave(_ connection: WriteConnection) {
    state.withLock { state in
      guard state.connection === connection else { return }
      (state.connection, state.left, state.leftLog) = (nil, connection, connection.log)
    }
  }

  private func current() throws -> WriteConnection {
    if let connection = state.withLock({ $0.connection }) { return connection }
    let readers = readers
    readers?.leaveReplaced()
    for _ in 0..<Self.patience where !hasLeft || readers?.hasLeft == false { usleep(1000) }
    return try state.withLock { state in
      if let connection = state.connection { return connection }
      state.leftLog?.remove()
      let connection = try CatalogFile.openForWriting(path, create: false)
      state.connection = connection
      return connection
    }
  }

  private func durably<Result>(_ body: () throws -> Pending<Result>) throws -> Result {
    let pending = try body()
    try pending.waitForDisk()
    return pending.result
  }

  private func onCurrentFile<Result>(
    isLoad: Bool = false, _ body: (PreparedStatements) throws -> Result, _ committed: (Result) -> Void
  ) throws -> Pending<Result> {
    for _ in 0..<Self.attempts {
      let connection = try current()
      do {
        let (result, ticket) = try connection.transaction(isLoad: isLoad, body, committed: committed)
        return Pending(result: result, connection: connection, ticket: ticket)
      } catch is FileReplaced { leave(connection) }
    }
    throw CatalogError.busy(path: path.given)
  }
}

/// Why what was deleted may still be in a file.
enum RemainsError: Error {
  /// Somebody reads an earlier version, and the log cannot be emptied.
  case logInUse
}

/// Those in this process who read the catalog of a `CatalogWriter`.
protocol CatalogReaders: AnyObject, Sendable {
  /// Whether nobody reads a file before the present one any more.
  var hasLeft: Bool { get }
  /// Lets go of the file if there is another in its place.
  func leaveReplaced()
}
