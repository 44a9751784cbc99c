import GRDBSQLite
import Streams

/// The SQL functions that fold texts for the text index: `vicinity_words` of a text, and `vicinity_names` of a name and
/// the JSON object of the other names. Every connection that writes or checks listings needs them.
enum TextFunctions {
  static let words = "vicinity_words"
  static let names = "vicinity_names"

  static func register(on connection: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    sqlite3_create_function_v2(
      connection, words, 1, flags, nil, { context, _, values in TextFunctions.fold(context, values?[0]) }, nil, nil, nil
    )
    sqlite3_create_function_v2(
      connection, names, 2, flags, nil, { context, _, values in TextFunctions.join(context, values?[0], values?[1]) },
      nil, nil, nil)
  }

  /// The words of the name, then those of the other names in the order of their keys.
  private static func join(_ context: OpaquePointer?, _ name: OpaquePointer?, _ others: OpaquePointer?) {
    guard let text = others.flatMap(sqlite3_value_text) else { return fold(context, name) }
    let names = NamedTexts.texts(String(cString: text)).byKey.map(\.value)
    let own = name.flatMap(sqlite3_value_text).map { [String(cString: $0)] } ?? []
    var joined = (own + names).joined(separator: " ")
    joined.withUTF8 { answer(context, UnsafeRawBufferPointer($0)) }
  }

  private static func fold(_ context: OpaquePointer?, _ value: OpaquePointer?) {
    guard let value, let text = sqlite3_value_text(value) else { return sqlite3_result_null(context) }
    answer(context, UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))))
  }

  /// Returns the folded words of a text to SQLite.
  private static func answer(_ context: OpaquePointer?, _ text: UnsafeRawBufferPointer) {
    FoldedWords.folded(text, for: .search).withUnsafeBytes { folded in
      guard let base = folded.baseAddress, !folded.isEmpty else { return sqlite3_result_text(context, "", 0, nil) }
      sqlite3_result_text(
        context, base.assumingMemoryBound(to: CChar.self), Int32(folded.count), Statement.transient)
    }
  }
}
