import Foundation
import GRDBSQLite
import Streams
import Synchronization

/// The text index of a load's listings, built on a separate thread while their rows are written.
///
/// The words are indexed in an FTS5 table of the same form in a nameless temporary file, and copied from there page by
/// page into the catalog's (FTS5 stores an index in the tables `_data`, `_idx` and `_docsize`; see "Data Structures" in
/// SQLite's fts5_index.c). This saves the writing thread a third of its time.
final class TextDraft {
  private let work: Work

  /// Starts with the first row.
  /// - Parameter firstRow: the row number of the first entry; the others follow.
  init(_ entries: [StagedIds.Entry], in spool: Spool, firstRow: Int64) {
    work = Work(entries, spool, firstRow)
    Thread.start(named: "text") { [work] in work.run() }
  }

  deinit { work.cancel() }

  /// Waits for the index and copies it into the catalog's, which must be new and already contain the texts.
  func install(on connection: OpaquePointer) throws {
    let draft = try work.result()
    for table in ["data", "idx", "docsize"] {
      try Statement("DELETE FROM listing_text_\(table)", on: connection).run()
    }
    try copy("data", ["id", "block"], from: draft, to: connection) { source, target in
      target.bind(1, Int64(source.int(0)))
      target.bind(2, uncopied: source.bytes(1)[...])
    }
    try copy("idx", ["segid", "term", "pgno"], from: draft, to: connection) { source, target in
      target.bind(1, Int64(source.int(0)))
      target.bind(2, uncopied: source.bytes(1)[...])
      target.bind(3, Int64(source.int(2)))
    }
    try copy("docsize", ["id", "sz"], from: draft, to: connection) { source, target in
      target.bind(1, Int64(source.int(0)))
      target.bind(2, uncopied: source.bytes(1)[...])
    }
  }

  private func copy(
    _ table: String, _ columns: [String], from draft: TextDraftFile, to connection: OpaquePointer,
    bind: (Statement, Statement) -> Void
  ) throws {
    let names = columns.joined(separator: ", ")
    let places = repeatElement("?", count: columns.count).joined(separator: ", ")
    let source = try Statement("SELECT \(names) FROM listing_text_\(table)", on: draft.connection)
    let target = try Statement("INSERT INTO listing_text_\(table) (\(names)) VALUES (\(places))", on: connection)
    while try source.step() {
      bind(source, target)
      try target.run()
    }
  }

  /// The state shared by both threads. Unchecked because the compiler cannot verify that `outcome` is accessed under
  /// `condition` only.
  private final class Work: @unchecked Sendable {
    private let entries: [StagedIds.Entry]
    private let spool: Spool
    private let firstRow: Int64
    private let isCancelled = Atomic(false)
    private let condition = NSCondition()
    private var outcome: Result<TextDraftFile, any Error>?

    init(_ entries: [StagedIds.Entry], _ spool: Spool, _ firstRow: Int64) {
      (self.entries, self.spool, self.firstRow) = (entries, spool, firstRow)
    }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    func run() {
      let outcome = Result { try write() }
      condition.withLock {
        self.outcome = outcome
        condition.broadcast()
      }
    }

    func result() throws -> TextDraftFile {
      try condition.withLock {
        while true {
          if let outcome { return try outcome.get() }
          condition.wait()
        }
      }
    }

    private func write() throws -> TextDraftFile {
      let file = try TextDraftFile()
      let chunk = StagedChunk()
      var done = 0
      while done < entries.count, !isCancelled.load(ordering: .relaxed) {
        let next = entries[done..<min(done + StagedChunk.size, entries.count)]
        try chunk.load(next, from: spool)
        try file.insert(chunk, firstRow: firstRow + Int64(done))
        done += next.count
      }
      try file.finish()
      return file
    }
  }
}
