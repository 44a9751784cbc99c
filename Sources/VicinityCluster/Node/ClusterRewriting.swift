import Foundation
import Vicinity
import VicinityAccounts

/// Changes the files of a cluster as a program changes those of one machine: they are built from the log, changed, and
/// appended as wholes in one transaction of PostgreSQL. No node makes changes meanwhile; reads go on.
package struct ClusterRewriting {
  private let url: String
  private let log: ClusterLog
  private let use: String
  private let mark = String(UUID().uuidString.prefix(8))
  /// Milliseconds for which a process that ends keeps other nodes from leading.
  private static let lease: Int64 = 30_000

  /// - Parameters:
  ///   - url: the PostgreSQL with the log.
  ///   - use: the word for the work in the list of connections, such as "migration".
  /// - Throws: `PostgreSQLError`.
  package init(_ url: String, for use: String) throws {
    (self.url, self.use) = (url, use)
    log = try ClusterLog(url, name: "vicinity (\(use))")
  }

  /// Brings the files up to the schema of this version. Nodes of the former version answer reads until they are
  /// replaced.
  ///
  /// - Parameter folder: where the files are built; needs as much space as they take, twice.
  /// - Returns: the steps that the files lacked, none for another version of SQLite; nil if there is nothing to do.
  /// - Throws: `ClusterFailure`, `PostgreSQLError`, `CatalogError` for files of a newer version; the cluster goes on
  ///   with its former schema then.
  package func migrate(in folder: String) throws -> [String]? {
    let identity = try log.identity()
    guard identity.schema != ClusterNode.schema || identity.sqlite != ClusterNode.sqlite else { return nil }
    return try rewrite(identity, in: folder, storesAll: true, Self.migrated).value
  }

  /// Opens the files, which applies the steps that they lack.
  private static func migrated(_ catalog: String) throws -> [String] {
    let opened = try Catalog(path: catalog, access: .readWrite)
    let steps = opened.migration?.steps ?? []
    opened.close()
    let accounts = AccountsFile(catalog: catalog)
    defer { accounts.close() }
    return steps + (try accounts.database().migration?.steps ?? [])
  }

  /// Changes the files.
  ///
  /// - Parameters:
  ///   - folder: where the files are built; needs as much space as they take, twice.
  ///   - change: changes the catalog whose path it gets, with its accounts file; both are closed when it returns. When
  ///     it throws, nothing has changed.
  /// - Returns: the result of `change`, and whether the files have changed.
  /// - Throws: `ClusterFailure.otherVersion`, `otherSchema` for files of another version, `rewritten`, `superseded`,
  ///   `PostgreSQLError`, `ClusterError.unknownOutcome` if PostgreSQL does not answer at the end; errors of `change`.
  package func change<Value>(
    in folder: String, _ change: (String) throws -> Value
  ) throws -> (value: Value, hasChanged: Bool) {
    let identity = try log.identity()
    try ClusterNode.compareVersions(log.status())
    return try rewrite(identity, in: folder, storesAll: false, change)
  }

  /// - Parameter storesAll: whether files are appended that have not changed.
  private func rewrite<Value>(
    _ identity: ClusterLog.Identity, in folder: String, storesAll: Bool, _ change: (String) throws -> Value
  ) throws -> (value: Value, hasChanged: Bool) {
    let taken = try log.seize(for: use, by: mark, milliseconds: Self.lease)
    let holder = taken.leader ?? ""
    let renewal = Renewal(url, taken.epoch, holder, Self.lease)
    defer {
      renewal.end()
      try? log.giveUp(taken.epoch, of: holder)
    }
    let catalog = folder + "/built.gpkg"
    let paths = [catalog, Catalog.accountsPath(of: catalog)]
    let inspection = ClusterInspection(log)
    for file in ClusterFile.allCases {
      try inspection.build(file, at: paths[file.rawValue], through: taken.positions[file.rawValue].entry)
      try ClusterPosition.remove(from: paths[file.rawValue])
    }
    // Opening sets their journal mode, which is no change.
    if !storesAll { _ = try Self.migrated(catalog) }
    let former = try paths.map { try FileCopy.digest(of: $0) }
    let value = try change(catalog)
    var snapshots: [ClusterLog.Snapshot] = []
    for file in ClusterFile.allCases {
      let (path, position) = (paths[file.rawValue], taken.positions[file.rawValue])
      guard try storesAll || FileCopy.digest(of: path) != former[file.rawValue] else { continue }
      try FileCopy.adopt(path, cluster: identity.id, position)
      snapshots.append(try log.store(path, of: file, position))
    }
    do { try append(snapshots, taken) } catch {
      // The lease cannot be given up in a transaction that has failed.
      try? log.connection.run("ROLLBACK")
      throw error
    }
    try? log.removeOldSnapshots()
    return (value, !snapshots.isEmpty)
  }

  /// Appends the files and changes the versions, all or nothing.
  private func append(_ snapshots: [ClusterLog.Snapshot], _ taken: LogStatus) throws {
    try log.connection.run("BEGIN")
    for snapshot in snapshots {
      let change = LogEntry.Change.file(id: snapshot.id, sha256: snapshot.sha256)
      let hash = LogEntry.hash(after: snapshot.position.hash, of: snapshot.file, change)
      let entry = try log.append(
        change, of: snapshot.file, after: snapshot.position, hash, epoch: taken.epoch, at: taken.at, within: 30)
      guard entry != nil else { throw ClusterFailure.superseded }
    }
    try log.setVersions(schema: ClusterNode.schema, sqlite: ClusterNode.sqlite)
    do { try log.connection.run("COMMIT", within: 30) } catch {
      throw error.isInDoubt ? ClusterError.unknownOutcome(reason: error.summary) : error
    }
  }
}

/// Renews a lease until it ends.
private final class Renewal: Sendable {
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ url: String, _ epoch: Int64, _ holder: String, _ milliseconds: Int64) {
    Thread.start(named: "renewal") { [hasEnded] in
      while hasEnded.wait(timeout: .now() + .milliseconds(Int(milliseconds / 5))) == .timedOut {
        _ = try? ClusterLog(url, name: "vicinity (renewal)").renew(epoch, of: holder, milliseconds: milliseconds)
      }
    }
  }

  func end() { hasEnded.signal() }
}
