import Foundation
import GRDBSQLite

/// A nameless temporary database with one text index.
///
/// Used by one thread at a time, and passed on once.
final class TextDraftFile {
  let connection: OpaquePointer
  private var insert: Statement?

  init() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("vicinity-\(UUID().uuidString)").path
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard let handle else { throw SpoolFailure(action: "made", errorNumber: ENOMEM) }
    connection = handle
    guard code == SQLITE_OK else { throw SQLiteFailure(handle, code: code, sql: "open \(path)") }
    // The file is private, and useless after a crash.
    for pragma in ["locking_mode = EXCLUSIVE", "journal_mode = OFF", "synchronous = OFF", "cache_size = -16384"] {
      _ = try Statement("PRAGMA \(pragma)", on: handle).step()
    }
    TextFunctions.register(on: handle)
    try Statement("BEGIN EXCLUSIVE", on: handle).run()
    try Statement(Schema.textIndex(options: ", content = ''"), on: handle).run()
    // Few long segments, which are merged once at the end.
    let set = try Statement("INSERT INTO listing_text (listing_text, rank) VALUES (?1, ?2)", on: handle)
    for (option, value) in [("hashsize", 1 << 25), ("automerge", 0), ("crisismerge", 1000)] {
      set.bind(1, option)
      set.bind(2, Int64(value))
      try set.run()
    }
    unlink(path)
    // Not by SELECT: its savepoint would make FTS5 write a segment for every row.
    insert = try Statement(
      """
      INSERT INTO listing_text (rowid, name, address, tags, description)
        VALUES (?1, \(TextFunctions.names)(?2, ?6), \(TextFunctions.words)(?3), \(TextFunctions.words)(?4),
          \(TextFunctions.words)(?5))
      """, on: handle)
  }

  deinit {
    insert = nil
    // Waits for the last statement to be finalized.
    sqlite3_close_v2(connection)
  }

  /// Indexes the listings of a chunk.
  /// - Parameter firstRow: the row number of the first; the others follow.
  func insert(_ chunk: StagedChunk, firstRow: Int64) throws {
    guard let insert else { return }
    try chunk.withTagTexts { tags in
      for row in 0..<chunk.count {
        insert.bind(1, firstRow + Int64(row))
        insert.bind(2, uncopied: chunk.text(row, .name))
        insert.bind(3, uncopied: chunk.text(row, .address))
        insert.bind(4, uncopied: tags[row])
        insert.bind(5, uncopied: chunk.text(row, .description))
        insert.bind(6, uncopied: chunk.text(row, .names))
        try insert.run()
      }
    }
  }

  /// Merges the index segments, so that a search reads only one.
  func finish() throws {
    insert = nil
    try Statement("INSERT INTO listing_text (listing_text) VALUES ('optimize')", on: connection).run()
    try Statement("COMMIT", on: connection).run()
  }
}

extension StagedChunk {
  /// Passes each listing's tags, separated by spaces, to `body`; nil for a listing without tags.
  func withTagTexts<Result>(_ body: ([Bytes?]) throws -> Result) rethrows -> Result {
    var text: [UInt8] = []
    var ends = [Int](repeating: -1, count: count)
    for tag in tags {
      // The tags of a listing are adjacent.
      if ends[tag.row] >= 0 { text.append(UInt8(ascii: " ")) }
      text.append(contentsOf: tag.name)
      ends[tag.row] = text.count
    }
    return try text.withUnsafeBytes { bytes in
      var start = 0
      return try body(
        ends.map { end in
          guard end >= 0 else { return nil }
          defer { start = end }
          return Bytes(rebasing: bytes[start..<end])
        })
    }
  }
}
