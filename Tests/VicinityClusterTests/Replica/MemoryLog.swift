import CSQLiteSession
import Foundation
import Synchronization
import TestSupport

@testable import Vicinity
@testable import VicinityAccounts
@testable import VicinityCluster

/// A log in memory, which accepts everything.
final class MemoryLog: EntryWriter {
  private let state = Mutex<[LogEntry]>([])

  var entries: [LogEntry] { state.withLock { $0 } }

  func begin(_ file: ClusterFile) throws {}

  func append(_ change: LogEntry.Change, of file: ClusterFile, after position: FilePosition) throws -> FilePosition {
    state.withLock { entries in
      let number = Int64(entries.count + 1)
      let hash = LogEntry.hash(after: position.hash, of: file, change)
      entries.append(LogEntry(number: number, file: file, previous: position.hash, hash: hash, at: 0, change: change))
      return FilePosition(entry: number, hash: hash)
    }
  }

  func appendFile(_ file: ClusterFile, after position: FilePosition) throws -> FilePosition {
    try append(.file(id: UUID().uuidString, sha256: []), of: file, after: position)
  }

  func applied(_ position: FilePosition, of file: ClusterFile) {}
  func recover(_ file: ClusterFile, _ position: FilePosition, from error: any Error) throws { throw error }

  func log(of file: ClusterFile) -> any TransactionLog { Recording(log: self, file: file) }

  private final class Recording: TransactionLog {
    let log: MemoryLog
    let file: ClusterFile
    init(log: MemoryLog, file: ClusterFile) { (self.log, self.file) = (log, file) }
    func recorder(of connection: OpaquePointer) throws -> any TransactionRecorder {
      try SessionRecorder(connection, of: file, by: log)
    }
  }
}

/// Files of two nodes in a folder, without a log in PostgreSQL.
struct TwoNodes {
  let folder: URL
  let log = MemoryLog()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-nodes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func path(_ node: String, _ file: ClusterFile) -> String {
    let catalog = folder.appending(path: "\(node).gpkg").path
    return file == .catalog ? catalog : Catalog.accountsPath(of: catalog)
  }

  /// Makes both files the same on both nodes.
  func share() throws {
    for file in ClusterFile.allCases {
      let position = FilePosition(entry: 0, hash: [UInt8](repeating: 7, count: 32))
      try FileCopy.adopt(path("leader", file), cluster: "test", position)
      _ = try FileCopy.make(of: path("leader", file), to: path("follower", file))
    }
  }

  /// The rows of all tables, each as one line, without those of SQLite's own tables and of the position.
  static func rows(of path: String) throws -> [String: [String]] {
    let connection = try Raw(path)
    let tables = try connection.texts(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite@_stat%' ESCAPE '@' AND rootpage > 0
      """
    )
    return try tables.reduce(into: [:]) { all, table in
      guard table != ClusterPosition.table else { return }
      let columns = try connection.texts("SELECT name FROM pragma_table_info('\(table)')")
      let line = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      all[table] = try connection.texts("SELECT \(line) FROM \"\(table)\"").sorted()
    }
  }
}

/// A connection for tests, without constraints and triggers if wanted.
final class Raw {
  let connection: RawConnection

  init(_ path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let opened else {
      throw ClusterFailure.cannotWrite(path: path, reason: "it cannot be opened")
    }
    connection = RawConnection(handle: opened)
    ClusterPosition.registerFunctions(on: opened)
  }

  deinit { sqlite3_close_v2(connection.handle) }

  func texts(_ sql: String) throws -> [String] { try connection.rows(sql) { $0.text(0) } }
}
