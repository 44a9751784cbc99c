import GRDBSQLite
import Streams

/// The SQL function that folds texts for the text index: `vicinity_words`. Every connection that writes or checks
/// listings needs it.
enum TextFunctions {
  static let words = "vicinity_words"

  static func register(on connection: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    sqlite3_create_function_v2(
      connection, words, 1, flags, nil, { context, _, values in TextFunctions.fold(context, values?[0]) }, nil, nil, nil
    )
  }

  private static func fold(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let value, let text = sqlite3_value_text(value) else { return sqlite3_result_null(context) }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    FoldedWords.folded(bytes, for: .search).withUnsafeBytes { folded in
      guard let base = folded.baseAddress, !folded.isEmpty else { return sqlite3_result_text(context, "", 0, nil) }
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      sqlite3_result_text(context, base.assumingMemoryBound(to: CChar.self), Int32(folded.count), transient)
    }
  }
}
