import Foundation
import GRDBSQLite

/// A read-only connection with prepared statements, for one thread at a time.
///
/// A pool read through GRDB costs more than a whole search, so each search worker has its own connection.
final class ReadConnection: StatementSource {
  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private let versionStatement: Statement
  /// Whether a read transaction is open.
  private(set) var isInTransaction = false

  /// - Parameter path: an absolute path.
  init(path: String, mode: ReadingMode) throws {
    var handle: OpaquePointer?
    let flags = mode.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(mode.name(of: path), &handle, flags, mode.fileSystem)
    guard let handle else { throw CatalogError.notACatalog(path: path, reason: "SQLite is out of memory") }
    guard code == SQLITE_OK else {
      defer { sqlite3_close_v2(handle) }
      throw SQLiteFailure(handle, code: code, sql: "open \(path)")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5000)
    SpatialFunctions.register(on: handle)
    TextFunctions.register(on: handle)
    HitsFunction.register(on: handle)
    // The mode comes first, because the other pragmas read the file. 16 MB hold the upper levels of all trees of a
    // catalog of a million.
    sqlite3_exec(handle, "\(mode.pragmas); PRAGMA cache_size = -16384", nil, nil, nil)
    if case .still = mode {
      // A read-only log is not deleted when the connection is closed.
      var isKept: Int32 = 1
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    }
    do { versionStatement = try Statement("PRAGMA data_version", on: handle) } catch {
      sqlite3_close_v2(handle)
      throw error
    }
  }

  deinit {
    statements = [:]
    // The statements are finalized first: close_v2 waits for the last of them.
    sqlite3_close_v2(handle)
  }

  /// The cached prepared statement for `sql`.
  func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, on: handle)
    statements[sql] = statement
    return statement
  }

  /// A number that changes when another connection has committed. Only comparable on this connection.
  func dataVersion() throws -> Int {
    guard try versionStatement.step() else { return 0 }
    defer { versionStatement.reset() }
    return versionStatement.int(0)
  }

  /// Opens a read transaction unless one is open: later reads are of one version.
  /// - Returns: the data version inside the transaction.
  func beginRead() throws -> Int {
    if !isInTransaction {
      try statement("BEGIN").run()
      isInTransaction = true
    }
    return try dataVersion()
  }

  /// Ends the read transaction, if one is open.
  func endRead() {
    guard isInTransaction else { return }
    isInTransaction = false
    // A statement left in the middle of its rows by an error would pin its version.
    var statement = sqlite3_next_stmt(handle, nil)
    while let known = statement {
      if sqlite3_stmt_busy(known) != 0 { sqlite3_reset(known) }
      statement = sqlite3_next_stmt(handle, known)
    }
    // Ending a read transaction has no relevant failures: the next BEGIN would report them.
    sqlite3_exec(handle, "COMMIT", nil, nil, nil)
  }
}

extension ReadConnection {
  /// The first bytes of a file with at least that many, whatever its type.
  ///
  /// Read through SQLite: closing a separate descriptor would release the locks of all connections of this process to
  /// the file, and others would remove its log (https://sqlite.org/howtocorrupt.html, 2.2).
  static func firstBytes(_ count: Int, of path: CatalogPath) throws -> [UInt8] {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(ReadingMode.constantFile(path.absolute), &handle, flags, nil)
    defer { sqlite3_close_v2(handle) }
    func unreadable(_ reason: String) -> CatalogError { .unreadable(path: path.given, reason: reason) }
    guard code == SQLITE_OK else {
      let cause = sqlite3_system_errno(handle)
      throw unreadable(cause == 0 ? String(cString: sqlite3_errstr(code)) : String(cString: strerror(cause)))
    }
    guard let handle, let file = SQLiteFile.database(of: handle),
      let read = file.pointee.pMethods?.pointee.xRead
    else { throw unreadable("SQLite has not opened it") }
    var bytes = [UInt8](repeating: 0, count: count)
    let result = read(file, &bytes, Int32(count), 0)
    guard result == SQLITE_OK else { throw unreadable(String(cString: sqlite3_errstr(result))) }
    return bytes
  }
}

extension ReadingMode {
  fileprivate var flags: Int32 {
    switch self {
    case .shared(mayWrite: true): SQLITE_OPEN_READWRITE
    case .shared(mayWrite: false), .still(hasLog: true): SQLITE_OPEN_READONLY
    case .still(hasLog: false): SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }

  /// Without locks the "unix-none" VFS is used: otherwise SQLite would try to lock the file to create a WAL index.
  fileprivate var fileSystem: String? { self == .still(hasLog: true) ? "unix-none" : nil }

  fileprivate var pragmas: String {
    switch self {
    case .shared(mayWrite: true): "PRAGMA query_only = ON"
    case .shared(mayWrite: false), .still(hasLog: false): ""
    // In exclusive mode SQLite keeps the WAL index in memory and creates no file for it.
    case .still(hasLog: true): "PRAGMA locking_mode = EXCLUSIVE"
    }
  }

  /// The name to open.
  fileprivate func name(of path: String) -> String {
    self == .still(hasLog: false) ? Self.constantFile(path) : path
  }

  /// A URI with `immutable=1`, so that SQLite expects no changes and ignores logs.
  fileprivate static func constantFile(_ path: String) -> String {
    let escaped = path.utf8.map { byte in
      let isPlain = byte != UInt8(ascii: "%") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#") && byte < 0x80
      return isPlain ? String(UnicodeScalar(byte)) : "%" + String(0x100 | Int(byte), radix: 16).dropFirst()
    }
    return "file:\(escaped.joined())?immutable=1"
  }
}
