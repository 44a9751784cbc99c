import CSQLiteSession
import Foundation
import Streams
import Vicinity

/// Appends what recorders have recorded: the node, while it is the leader.
protocol EntryWriter: AnyObject, Sendable {
  /// - Throws: `ClusterError` when this node may not write now.
  func begin(_ file: ClusterFile) throws
  /// Appends an entry; returns when it is certain that the log has it.
  /// - Throws: `ClusterError` when the log does not have it, or when that cannot be found out.
  func append(_ change: LogEntry.Change, of file: ClusterFile, after position: FilePosition) throws -> FilePosition
  /// Copies a file, which has changes that are not in the log, and appends it as a whole.
  /// - Throws: `ClusterError`; the file is replaced by the one of the log then.
  func appendFile(_ file: ClusterFile, after position: FilePosition) throws -> FilePosition
  /// Called after the commit.
  func applied(_ position: FilePosition, of file: ClusterFile)
  /// Returns once the file has an entry whose commit failed.
  func recover(_ file: ClusterFile, _ position: FilePosition, from error: any Error) throws
}

/// Records the transactions of a connection by SQLite's session extension (https://sqlite.org/sessionintro.html), which
/// reports the shadow tables of the R-tree and the text index too.
final class SessionRecorder: TransactionRecorder {
  private let connection: RawConnection
  private let file: ClusterFile
  private let writer: any EntryWriter
  /// While there is a session, deleting all rows of a table reports each of them; statements prepared before the first
  /// one would not.
  private var idle: OpaquePointer?
  private var session: OpaquePointer?
  private var position: FilePosition?
  private var sequences: [String: Int64] = [:]
  private var isWhole = false
  private var isTooLarge = false
  private(set) var isInLog = false

  /// Instructions of SQLite between two looks at the size of a session.
  private static let lookInterval: Int32 = 200_000
  /// Bytes of a session, or of a compressed changeset, beyond which the whole file is recorded.
  private static let mostSession: Int64 = 256 << 20
  private static let mostChangeset = 16 << 20

  init(_ connection: OpaquePointer, of file: ClusterFile, by writer: any EntryWriter) throws {
    (self.connection, self.file, self.writer) = (RawConnection(handle: connection), file, writer)
    try self.connection.check(sqlite3session_create(connection, "main", &idle), "sqlite3session_create")
    sqlite3session_enable(idle, 0)
  }

  func end() {
    endSession()
    if let idle { sqlite3session_delete(idle) }
    idle = nil
  }

  func begin(_ kind: RecordedKind) throws {
    (isInLog, isTooLarge) = (false, false)
    try writer.begin(file)
    guard let position = try connection.position() else {
      throw ClusterError.noLeader(reason: "the \(file.name) file has left the cluster")
    }
    (self.position, isWhole) = (position, kind == .file)
    guard !isWhole else { return }
    sequences = try connection.counters()
    try connection.check(sqlite3session_create(connection.handle, "main", &session), "sqlite3session_create")
    sqlite3session_table_filter(
      session, { _, name in name.map { strcmp($0, ClusterPosition.table) } == 0 ? 0 : 1 }, nil)
    try connection.check(sqlite3session_attach(session, nil), "sqlite3session_attach")
    sqlite3_progress_handler(
      connection.handle, Self.lookInterval,
      { recorder in
        guard let recorder else { return 0 }
        Unmanaged<SessionRecorder>.fromOpaque(recorder).takeUnretainedValue().limitSession()
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Records no more once the session is too large: the whole file is recorded instead.
  private func limitSession() {
    guard let session, !isTooLarge, sqlite3session_memory_used(session) > Self.mostSession else { return }
    sqlite3session_enable(session, 0)
    isTooLarge = true
  }

  func append() throws {
    guard let position else { return }
    limitSession()
    if isTooLarge { isWhole = true }
    if !isWhole, let changeset = try changeset() {
      guard !changeset.compressed.isEmpty || !changeset.sequences.isEmpty else {
        self.position = nil
        return
      }
      let next = try writer.append(.rows(changeset), of: file, after: position)
      (self.position, isInLog) = (next, true)
      return try connection.setPosition(next)
    }
    isWhole = true
    self.position?.isPending = true
    if let position = self.position { try connection.setPosition(position) }
  }

  func committed() throws {
    endSession()
    guard var position else { return }
    if isWhole {
      position = try writer.appendFile(file, after: position)
      do { try connection.transaction { try connection.setPosition(position) } } catch {
        return try writer.recover(file, position, from: error)
      }
    }
    writer.applied(position, of: file)
  }

  func rolledBack() { endSession() }

  func commitFailed(_ error: any Error) throws {
    endSession()
    guard let position, !isWhole else { throw error }
    try writer.recover(file, position, from: error)
  }

  /// Nil if it is too large for an entry.
  private func changeset() throws -> LogEntry.Changeset? {
    var (count, start) = (Int32(0), UnsafeMutableRawPointer?.none)
    try connection.check(sqlite3session_changeset(session, &count, &start), "sqlite3session_changeset")
    defer { sqlite3_free(start) }
    endSession()
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    let compressed = bytes.isEmpty ? [] : Deflater(level: 1).deflate(bytes, isLast: true)
    guard compressed.count <= Self.mostChangeset else { return nil }
    let changed = try connection.counters().filter { sequences[$0.key] != $0.value }
    let lines = changed.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
    return LogEntry.Changeset(compressed: compressed, sequences: lines.joined())
  }

  private func endSession() {
    guard let session else { return }
    sqlite3_progress_handler(connection.handle, 0, nil, nil)
    sqlite3session_delete(session)
    self.session = nil
  }
}
