import CodedErrors
import Foundation
import GRDB
import Vicinity

/// Why the accounts file cannot be read or changed. Nothing was changed then.
package enum AccountsFileError: CodedError, Hashable {
  /// The disk is full.
  case full
  /// The server was started to read only, or may only read.
  case readOnly
  /// Another process is changing the file.
  case busy
  /// The file has unexpected contents; `problem` describes them.
  case damaged(problem: String)
  /// The system does not let the server read it.
  case unreadable(problem: String)
  /// The file was removed while the server used it.
  case missing
  /// Another file was put in its place while the server used it.
  case replaced
  /// It was written by a newer version.
  case tooNew(path: String, steps: [String])
  /// It was written by an older version, and may only be read.
  case needsMigration(steps: [String])
  /// It belongs to a cluster, which changes it only through its log.
  case inCluster(path: String)

  package var code: String {
    switch self {
    case .full: "disk-full"
    case .readOnly: "read-only"
    case .busy: "busy"
    case .damaged: "accounts-damaged"
    case .unreadable: "accounts-unreadable"
    case .missing: "accounts-missing"
    case .replaced: "accounts-replaced"
    case .tooNew: "too-new"
    case .needsMigration: "needs-migration"
    case .inCluster: "in-cluster"
    }
  }

  package var remedy: Remedy? {
    if case .inCluster = self { .changeCluster } else { nil }
  }

  package var description: String {
    switch self {
    case .full: "The disk of the server is full; nothing was changed."
    case .readOnly: "This server is read-only; nothing was changed."
    case .busy: "Another program is changing the accounts file; try again in a moment."
    case .damaged(let problem):
      "The accounts file cannot be used: \(problem). Its operator must restore a copy; nothing was changed."
    case .unreadable(let problem):
      "The accounts file cannot be read: \(problem). Its operator must check it; nothing was changed."
    case .missing:
      "The accounts file was removed while the server used it. Its operator must restore it; nothing was changed."
    case .replaced:
      "Another accounts file was put in place while the server used the former one. Its operator must restart the "
        + "server; nothing was changed."
    case .tooNew(let path, let steps):
      "\(path) was written by a newer version of Vicinity (it has: \(steps.joined(separator: "; "))). Update Vicinity, "
        + "or restore its copy from before the update, \(MigrationCopy.path(of: path, before: steps.first ?? ""))."
    case .needsMigration(let steps):
      "The accounts file was written by an older version of Vicinity (it lacks: \(steps.joined(separator: "; "))); a "
        + "server that can write brings it up to date."
    case .inCluster(let path):
      "\(path) belongs to a cluster, which changes it only through its log; nothing was changed. Have a node of "
        + "the cluster make the change."
    }
  }

  /// Whether the operator has to do something about the file.
  package var isForOperator: Bool {
    switch self {
    case .full, .readOnly, .busy: false
    case .damaged, .unreadable, .missing, .replaced, .tooNew, .needsMigration, .inCluster: true
    }
  }

  /// Runs `body` on a file at a path, and translates SQLite's errors.
  ///
  /// - Throws: `AccountsFileError` for what is wrong with the file, its disk or its permissions; `RefusedWrite` for
  ///   what its triggers refuse; other errors of `body`.
  static func telling<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      if let refusal = RefusedWrite(error) { throw refusal }
      throw AccountsFileError(error, path) ?? error
    } catch let error as SQLiteFailure where error.code == "disk-full" { throw AccountsFileError.full }
  }

  private init?(_ error: DatabaseError, _ path: String) {
    let reason = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_FULL: self = .full
    case .SQLITE_READONLY: self = .readOnly
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(problem: reason)
    case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM:
      // The log's index and a journal cannot be created on a full disk either, which SQLite reports as another error.
      self = DiskSpace.isExhausted(at: path) ? .full : .unreadable(problem: reason)
    default: return nil
    }
  }
}
