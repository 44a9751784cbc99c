import CivilTime
import CodedErrors
import GRDBSQLite

/// A prepared SQL statement, bound and read by position without boxing.
///
/// For hot paths only: bulk loading and reading index nodes and facts, where GRDB's rows cost more than the work. Not
/// `Sendable`: it belongs to the connection, and so to the thread, that created it.
package final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  init(_ sql: String, on connection: OpaquePointer) throws(SQLiteFailure) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw SQLiteFailure(connection, code: code, sql: sql) }
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Advances to the next row; false after the last one, when the statement has been reset.
  func step() throws(SQLiteFailure) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      sqlite3_reset(handle)
      return false
    }
    let failure = SQLiteFailure(connection, code: code, sql: String(cString: sqlite3_sql(handle)))
    sqlite3_reset(handle)
    throw failure
  }

  /// Runs a statement that returns no rows.
  func run() throws(SQLiteFailure) { _ = try step() }

  /// The number of rows affected by the last change on a connection.
  static func changes(on connection: OpaquePointer) -> Int { Int(sqlite3_changes(connection)) }

  /// The row number of the last insert on a connection.
  static func lastRow(on connection: OpaquePointer) -> Int { Int(sqlite3_last_insert_rowid(connection)) }

  /// Ends the run before its last row.
  func reset() { sqlite3_reset(handle) }

  /// Ends the run and clears the bindings.
  func clear() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  // MARK: Binding, from 1

  /// Makes SQLite copy the bytes: SQLITE_TRANSIENT, a cast macro that is not imported; its value is -1.
  static let transient = unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)

  func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }
  func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }
  func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  func bind(_ index: Int32, _ value: Int?) {
    if let value { bind(index, Int64(value)) } else { bindNull(index) }
  }

  func bind(_ index: Int32, _ value: Double?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  func bind(_ index: Int32, _ value: String?) {
    guard var value else { return bindNull(index) }
    _ = value.withUTF8 { utf8 in
      // An empty buffer may have a null address, which SQLite would store as NULL.
      utf8.withMemoryRebound(to: CChar.self) { text in
        if let base = text.baseAddress {
          sqlite3_bind_text(handle, index, base, Int32(text.count), Self.transient)
        } else {
          sqlite3_bind_text(handle, index, "", 0, Self.transient)
        }
      }
    }
  }

  func bind(_ index: Int32, blob: [UInt8]) {
    blob.withUnsafeBytes { bytes in
      _ = sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), Self.transient)
    }
  }

  /// Binds text without copying: the bytes must stay valid until the statement has run.
  func bind(_ index: Int32, uncopied text: UnsafeRawBufferPointer?) {
    guard let text else { return bindNull(index) }
    guard let base = text.baseAddress else { return bind(index, "") }
    sqlite3_bind_text(handle, index, base.assumingMemoryBound(to: CChar.self), Int32(text.count), nil)
  }

  /// Binds a blob without copying: the bytes must stay valid until the statement has run.
  func bind(_ index: Int32, uncopied blob: Slice<UnsafeRawBufferPointer>) {
    let bytes = UnsafeRawBufferPointer(rebasing: blob)
    // An empty buffer may have a null address, which SQLite would store as NULL.
    guard let base = bytes.baseAddress else {
      sqlite3_bind_zeroblob(handle, index, 0)
      return
    }
    sqlite3_bind_blob(handle, index, base, Int32(bytes.count), nil)
  }

  func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  // MARK: Columns, from 0

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
  func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
  func isInteger(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_INTEGER }
  func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }
  func optionalDouble(_ column: Int32) -> Double? { isNull(column) ? nil : double(column) }

  func string(_ column: Int32) -> String? {
    guard let text = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Text; nil for a value of another type.
  func text(_ column: Int32) -> String? { type(column) == SQLITE_TEXT ? string(column) : nil }

  /// A date stored as `YYYY-MM-DD`; nil for anything else.
  func date(_ column: Int32) -> LocalDate? { LocalDate(digits: bytes(column).bindMemory(to: UInt8.self)) }

  /// The SQLite type of a column, such as `SQLITE_INTEGER`.
  @inline(__always)
  func type(_ column: Int32) -> Int32 { sqlite3_column_type(handle, column) }

  /// The name of a column in the statement.
  func name(_ column: Int32) -> String {
    sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "column \(column)"
  }

  /// The value of a column as text.
  func shown(_ column: Int32) -> String {
    switch type(column) {
    case SQLITE_NULL: "NULL"
    case SQLITE_BLOB: "a blob of \(bytes(column).count) bytes"
    case SQLITE_TEXT: "\"\((string(column) ?? "").shortened)\""
    default: string(column) ?? "?"
    }
  }

  /// The bytes of a blob or text; valid until the next step.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let blob = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_column_bytes(handle, column)))
  }
}

/// An SQLite error with its code, message and statement.
public struct SQLiteFailure: CodedError, Hashable {
  /// SQLite's extended result code.
  public var resultCode: Int32
  /// SQLite's message.
  public var message: String
  /// The statement, without its values.
  public var sql: String

  init(_ connection: OpaquePointer, code: Int32, sql: String) {
    resultCode = code
    self.message = String(cString: sqlite3_errmsg(connection))
    self.sql = sql
  }

  package init(code: Int32, message: String, sql: String) {
    (resultCode, self.message, self.sql) = (code, message, sql)
  }

  /// Stable, for programs.
  public var code: String {
    if isFull { return "disk-full" }
    if isOfOthers { return "busy" }
    return isOfFile ? "damaged" : "sqlite"
  }

  /// A next step that may help.
  public var remedy: Remedy? { isOfOthers ? .tryAgain : isOfFile ? .checkCatalog : nil }

  /// SQLite's code, text and statement, and what they mean where that is known.
  public var description: String { "SQLite error \(resultCode): \(message) [\(sql)]\(meaning)" }

  private var meaning: String {
    if isFull { return ". The disk is full; nothing was changed. Free some space, and try again." }
    if isOfOthers { return ". Another program is changing the catalog." }
    return isOfFile ? ". The file is damaged, or another program has changed it." : ""
  }

  var isFull: Bool { resultCode & 0xFF == SQLITE_FULL }

  private var isOfOthers: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(resultCode & 0xFF) }

  /// Whether it is caused by the contents of the file: not by contention, or a lack of memory or space.
  var isOfFile: Bool {
    let shortRead = SQLITE_IOERR | 2 << 8
    return resultCode == shortRead
      || [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_TOOBIG].contains(resultCode & 0xFF)
  }
}

extension Error {
  /// Whether a trigger of the file has rejected the change.
  var isFromTrigger: Bool {
    // SQLITE_CONSTRAINT_TRIGGER is SQLITE_CONSTRAINT | 7 << 8, a macro that is not imported.
    guard let failure = self as? SQLiteFailure else { return false }
    return failure.resultCode == SQLITE_CONSTRAINT | 7 << 8
  }
}
