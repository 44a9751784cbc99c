import Foundation
import Vicinity
import VicinityAccounts

/// Brings the files of a cluster up to the schema of this version: they are built from the log, migrated, and appended
/// as wholes in one transaction of PostgreSQL. Nodes of the former version answer reads until they are replaced.
package struct ClusterMigration {
  private let url: String
  private let log: ClusterLog
  private let holder: String
  /// Milliseconds for which a process that ends keeps other nodes from leading.
  private static let lease: Int64 = 30_000

  /// - Parameter url: the PostgreSQL with the log.
  /// - Throws: `PostgreSQLError`.
  package init(_ url: String) throws {
    self.url = url
    holder = "migration/\(UUID().uuidString.prefix(8))"
    log = try ClusterLog(url, name: "vicinity (migration)")
  }

  /// Migrates the files; no node makes changes meanwhile.
  ///
  /// - Parameter folder: where the files are built; needs as much space as they take, twice.
  /// - Returns: the steps that the files lacked, none for another version of SQLite; nil if there is nothing to do.
  /// - Throws: `ClusterFailure`, `PostgreSQLError`, `CatalogError` for files of a newer version; the cluster goes on
  ///   with its former schema then.
  package func run(in folder: String) throws -> [String]? {
    let identity = try log.identity()
    guard identity.schema != ClusterNode.schema || identity.sqlite != ClusterNode.sqlite else { return nil }
    let taken = try log.seize(by: holder, milliseconds: Self.lease)
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
      try FileCopy.release(paths[file.rawValue])
    }
    let steps = try migrate(catalog)
    var snapshots: [ClusterLog.Snapshot] = []
    for file in ClusterFile.allCases {
      let position = taken.positions[file.rawValue]
      try FileCopy.adopt(paths[file.rawValue], cluster: identity.id, position)
      snapshots.append(try log.store(paths[file.rawValue], of: file, position))
    }
    do { try append(snapshots, taken) } catch {
      // The lease cannot be given up in a transaction that has failed.
      try? log.connection.run("ROLLBACK")
      throw error
    }
    try? log.removeOldSnapshots()
    return steps
  }

  /// Appends the files and changes the versions, all or nothing.
  private func append(_ snapshots: [ClusterLog.Snapshot], _ taken: LogStatus) throws {
    try log.connection.run("BEGIN")
    for snapshot in snapshots {
      let change = LogEntry.Change.file(id: snapshot.id, sha256: snapshot.sha256)
      let hash = LogEntry.hash(after: snapshot.position.hash, of: snapshot.file, change)
      let entry = try log.append(
        change, of: snapshot.file, after: snapshot.position, hash, epoch: taken.epoch, at: taken.at, within: 30)
      guard entry != nil else { throw ClusterFailure.differs(file: snapshot.file.name, entry: snapshot.position.entry) }
    }
    try log.setVersions(schema: ClusterNode.schema, sqlite: ClusterNode.sqlite)
    try log.connection.run("COMMIT", within: 30)
  }

  /// Opens the files, which applies the steps that they lack.
  private func migrate(_ catalog: String) throws -> [String] {
    let opened = try Catalog(path: catalog, access: .readWrite)
    let steps = opened.migration?.steps ?? []
    opened.close()
    let accounts = AccountsFile(catalog: catalog)
    defer { accounts.close() }
    return steps + (try accounts.database().migration?.steps ?? [])
  }
}

/// Renews a lease until it ends.
private final class Renewal: Sendable {
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ url: String, _ epoch: Int64, _ holder: String, _ milliseconds: Int64) {
    Thread.start(named: "renewal") { [hasEnded] in
      while hasEnded.wait(timeout: .now() + .milliseconds(Int(milliseconds / 5))) == .timedOut {
        _ = try? ClusterLog(url, name: "vicinity (migration, renewal)").renew(
          epoch, of: holder, milliseconds: milliseconds)
      }
    }
  }

  func end() { hasEnded.signal() }
}
