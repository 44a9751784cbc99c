import Crypto
import Streams

/// A file of a node, which the log replicates.
package enum ClusterFile: Int, CaseIterable, Sendable {
  case catalog, accounts

  /// Its name in messages, and of its columns in the log.
  package var name: String {
    switch self {
    case .catalog: "catalog"
    case .accounts: "accounts"
    }
  }
}

/// How far a file has applied the log.
package struct FilePosition: Hashable, Sendable {
  /// The number of the last entry of this file; 0 for none.
  package var entry: Int64
  /// The hash of that entry, and so of all before it.
  package var hash: [UInt8]
  /// Whether the file has changes that are not in the log: it is being recorded as a whole.
  package var isPending = false
  /// The time of the last entry.
  package var at: Int64 = 0
}

/// One transaction of one file.
struct LogEntry: Sendable {
  /// Consecutive over both files.
  var number: Int64
  var file: ClusterFile
  /// The hash of the entry of the same file before it.
  var previous: [UInt8]
  var hash: [UInt8]
  /// Seconds since 1970; never less than that of an earlier entry.
  var at: Int64
  var change: Change

  enum Change: Sendable {
    /// The changed rows, and the counters of AUTOINCREMENT tables that have changed.
    case rows(Changeset)
    /// The whole file, in the snapshot with this id and SHA-256.
    case file(id: String, sha256: [UInt8])
  }

  /// The changes of rows, as SQLite's session extension has made them.
  /// - Throws: `ClusterFailure.damaged`.
  func changeset(_ rows: Changeset) throws -> [UInt8] {
    guard !rows.compressed.isEmpty else { return [] }
    let (bytes, isComplete) = try Inflater.inflated(rows.compressed, path: "entry \(number) of the log")
    guard isComplete else { throw ClusterFailure.damaged(what: "entry \(number)") }
    return bytes
  }

  /// The rows of a transaction.
  struct Changeset: Sendable {
    /// A changeset of SQLite's session extension (https://sqlite.org/session/changeset.html), compressed with gzip.
    var compressed: [UInt8]
    /// Lines of a table's name, a tab, and its counter: `sqlite_sequence` is in no changeset.
    var sequences: String
  }

  /// The hash of an entry of these contents.
  static func hash(after previous: [UInt8], of file: ClusterFile, _ change: Change) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: previous)
    hash.update(data: [UInt8(file.rawValue)])
    switch change {
    case .rows(let changeset):
      hash.update(data: Array("\(changeset.sequences.utf8.count)\n\(changeset.sequences)".utf8))
      hash.update(data: changeset.compressed)
    case .file(let id, let sha256):
      hash.update(data: Array("file \(id)".utf8))
      hash.update(data: sha256)
    }
    return Array(hash.finalize())
  }
}
