import Foundation
import GRDB
import Synchronization
import Vicinity

/// The accounts file of a catalog: opened, and made if need be, when it is first used.
public final class AccountsFile: Sendable {
  package let path: String
  /// Whether the file is only read, and not made.
  package let isReadOnly: Bool
  private let onMigration: @Sendable (CatalogMigration) -> Void
  private let log: (any TransactionLog)?
  private let opened = Mutex<AccountsDatabase?>(nil)

  /// The file next to a catalog.
  /// - Parameters:
  ///   - path: the catalog.
  ///   - onMigration: called once when the file was of an older version, and is up to date now.
  public init(catalog path: String, onMigration: @escaping @Sendable (CatalogMigration) -> Void = { _ in }) {
    self.path = Catalog.accountsPath(of: path)
    (isReadOnly, self.onMigration, log) = (false, onMigration, nil)
  }

  /// The file of a node of a cluster.
  /// - Parameter log: has each transaction before it is committed.
  package init(catalog path: String, recordedBy log: any TransactionLog) {
    self.path = Catalog.accountsPath(of: path)
    (isReadOnly, onMigration, self.log) = (false, { _ in }, log)
  }

  /// The file next to a catalog that is only read.
  package init(readingBeside path: String) {
    self.path = Catalog.accountsPath(of: path)
    (isReadOnly, onMigration, log) = (true, { _ in }, nil)
  }

  /// The open file, made if need be.
  /// - Throws: `AccountsFileError`, also when the file has lost its name: anything written to it would be lost.
  package func database() throws -> AccountsDatabase { try opened.withLock { try database(&$0) } }

  private func database(_ opened: inout AccountsDatabase?) throws -> AccountsDatabase {
    if let database = opened {
      switch database.standing {
      // One that is only read may have no locks.
      case .there where !isReadOnly || database.isUnchanged: return database
      case .missing where !isReadOnly && log == nil: throw AccountsFileError.missing
      case .replaced where !isReadOnly && log == nil: throw AccountsFileError.replaced
      // Reading alone has nothing to lose, and the log of a cluster has everything.
      case .there, .missing, .replaced: break
      }
    }
    guard !isReadOnly || isThere else { throw AccountsFileError.readOnly }
    let database = try AccountsDatabase(path: path, isReadOnly: isReadOnly, recordedBy: log)
    opened = database
    if let migration = database.migration { onMigration(migration) }
    return database
  }

  /// Whether there is a file.
  package var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether it has been opened, and not closed since.
  var isOpen: Bool { opened.withLock { $0 != nil } }

  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try database().read(body) }

  package func write<Value>(_ body: (Database) throws -> Value) throws -> Value { try database().write(body) }

  /// Reads without waiting for those who write.
  package func look<Value>(_ body: (Database) throws -> Value) throws -> Value { try database().look(body) }

  /// Closes the file; the next request opens it again.
  package func close() { opened.withLock { $0 = nil } }

  /// Closes the file, and runs `body` once nothing uses it, before it is opened again.
  ///
  /// - Parameter seconds: how long to wait for what still uses it.
  /// - Throws: `AccountsFileError.busy` when that is not enough.
  package func whileClosed<Value>(waiting seconds: Int, _ body: () throws -> Value) throws -> Value {
    try opened.withLock { opened in
      weak let database = opened
      opened = nil
      for _ in 0..<seconds * 1000 where database != nil { usleep(1000) }
      guard database == nil else { throw AccountsFileError.busy }
      return try body()
    }
  }
}
