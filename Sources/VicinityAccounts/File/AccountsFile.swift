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
  private let opened = Mutex<AccountsDatabase?>(nil)

  /// The file next to a catalog.
  /// - Parameters:
  ///   - path: the catalog.
  ///   - onMigration: called once when the file was of an older version, and is up to date now.
  public init(catalog path: String, onMigration: @escaping @Sendable (CatalogMigration) -> Void = { _ in }) {
    self.path = Catalog.accountsPath(of: path)
    (isReadOnly, self.onMigration) = (false, onMigration)
  }

  /// The file next to a catalog that is only read.
  package init(readingBeside path: String) {
    self.path = Catalog.accountsPath(of: path)
    (isReadOnly, onMigration) = (true, { _ in })
  }

  /// The open file, made if need be.
  /// - Throws: `AccountsFileError`, also when the file has lost its name: anything written to it would be lost.
  package func database() throws -> AccountsDatabase { try opened.withLock { try database(&$0) } }

  private func database(_ opened: inout AccountsDatabase?) throws -> AccountsDatabase {
    if let database = opened {
      switch database.standing {
      // One that is only read may have no locks.
      case .there where !isReadOnly || database.isUnchanged: return database
      case .missing where !isReadOnly: throw AccountsFileError.missing
      case .replaced where !isReadOnly: throw AccountsFileError.replaced
      // Reading alone has nothing to lose.
      case .there, .missing, .replaced: break
      }
    }
    guard !isReadOnly || isThere else { throw AccountsFileError.readOnly }
    let database = try AccountsDatabase(path: path, isReadOnly: isReadOnly)
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
}
