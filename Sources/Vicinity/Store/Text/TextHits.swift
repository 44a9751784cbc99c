import GRDBSQLite

/// Where the phrases of a search occur in a listing.
///
/// The bytes that `vicinity_hits` returns: the number of words of the name, two bytes, then four bytes for each phrase
/// of the expression, its occurrences in each column.
struct TextHits {
  /// A column of the text index.
  enum Column: Int {
    case name, address, tags, description
  }

  /// Valid until the next row.
  let bytes: UnsafeRawBufferPointer

  /// The number of words of the name and the other names; 65 535 means that or more.
  var nameLength: Int { bytes.count < 2 ? 0 : Int(bytes[0]) | Int(bytes[1]) << 8 }

  /// The occurrences of a phrase in a column; 255 means that or more.
  ///
  /// - Parameter phrase: from 0, in the order of the expression.
  func count(of phrase: Int, in column: Column) -> Int {
    let index = 2 + 4 * phrase + column.rawValue
    return index < bytes.count ? Int(bytes[index]) : 0
  }
}

/// The auxiliary function of FTS5 `vicinity_hits(listing_text)`.
///
/// Source: https://www.sqlite.org/fts5.html#custom_auxiliary_functions
enum HitsFunction {
  static let name = "vicinity_hits"

  static func register(on connection: OpaquePointer) {
    guard let api = api(of: connection) else { return }
    _ = api.pointee.xCreateFunction(
      api, name, nil,
      { api, search, context, _, _ in
        guard let api, let context else { return }
        HitsFunction.run(api, search, context)
      }, nil)
  }

  private static func api(of connection: OpaquePointer) -> UnsafeMutablePointer<fts5_api>? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else { return nil }
    defer { sqlite3_finalize(statement) }
    var api: UnsafeMutablePointer<fts5_api>?
    withUnsafeMutablePointer(to: &api) { address in
      sqlite3_bind_pointer(statement, 1, address, "fts5_api_ptr", nil)
      sqlite3_step(statement)
    }
    return api
  }

  private static func run(_ api: UnsafePointer<Fts5ExtensionApi>, _ search: OpaquePointer?, _ context: OpaquePointer) {
    let phrases = Int(api.pointee.xPhraseCount(search))
    withUnsafeTemporaryAllocation(byteCount: 2 + 4 * phrases, alignment: 1) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      var length: Int32 = 0
      var code = api.pointee.xColumnSize(search, 0, &length)
      let shown = UInt16(clamping: length)
      (bytes[0], bytes[1]) = (UInt8(truncatingIfNeeded: shown), UInt8(truncatingIfNeeded: shown >> 8))
      for phrase in 0..<phrases where code == SQLITE_OK {
        var (iterator, column, offset) = (Fts5PhraseIter(), Int32(0), Int32(0))
        code = api.pointee.xPhraseFirst(search, Int32(phrase), &iterator, &column, &offset)
        while code == SQLITE_OK, column >= 0 {
          let index = 2 + 4 * phrase + Int(column)
          if column < 4, bytes[index] < .max { bytes[index] += 1 }
          api.pointee.xPhraseNext(search, &iterator, &column, &offset)
        }
      }
      guard code == SQLITE_OK else { return sqlite3_result_error_code(context, code) }
      sqlite3_result_blob(context, bytes.baseAddress, Int32(bytes.count), Statement.transient)
    }
  }
}
