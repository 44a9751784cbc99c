import Foundation
import Vicinity
import VicinityAccounts

/// What an operator reads of a cluster, without being a node.
package struct ClusterInspection {
  private let log: ClusterLog

  /// - Throws: `PostgreSQLError`.
  package init(_ url: String) throws { self.init(try ClusterLog(url, name: "vicinity (inspection)")) }

  init(_ log: ClusterLog) { self.log = log }

  /// A snapshot that nodes can begin with.
  package struct Snapshot: Sendable {
    package var file: String
    package var entry: Int64
    package var bytes: Int64
    /// Seconds since it was made.
    package var age: Int64
  }

  /// The state of the cluster at one moment.
  package struct Report: Sendable {
    package var id: String
    package var sqlite: String
    package var schema: String
    package var status: LogStatus
    package var nodes: [NodeStatus]
    package var snapshots: [Snapshot]
    /// Entries that are not trimmed, and their bytes.
    package var entries: Int64
    package var entryBytes: Int64
  }

  /// - Throws: `ClusterFailure.noCluster`, `PostgreSQLError`.
  package func report() throws -> Report {
    let identity = try log.identity()
    let snapshots = try log.connection.rows(
      """
      SELECT file, entry, size, extract(epoch FROM clock_timestamp() - made)::bigint FROM vicinity.snapshot
      WHERE complete ORDER BY file, entry
      """
    ).map {
      Snapshot(
        file: ClusterFile(rawValue: Int($0.int(0)))?.name ?? "", entry: $0.int(1), bytes: $0.int(2), age: $0.int(3))
    }
    let sums = try log.connection.rows("SELECT count(*), coalesce(sum(bytes), 0)::bigint FROM vicinity.entry")
    return Report(
      id: identity.id, sqlite: identity.sqlite, schema: identity.schema, status: try log.status(),
      nodes: try log.nodes(), snapshots: snapshots, entries: sums.first?.int(0) ?? 0,
      entryBytes: sums.first?.int(1) ?? 0)
  }

  /// Has the leader make a snapshot of each file, and waits for it.
  /// - Returns: whether it was made in time.
  package func makeSnapshot(within seconds: Int) throws -> Bool {
    _ = try log.identity()
    try log.wantSnapshot()
    for _ in 0..<seconds * 5 {
      if try !log.status().isSnapshotWanted { return true }
      usleep(200_000)
    }
    return false
  }

  /// Rebuilds the files from the log, and compares them with those of a node, row by row.
  ///
  /// - Parameters:
  ///   - settings: the files of the node, which may be in use.
  ///   - folder: where they are built; needs as much space as they take, twice.
  /// - Returns: the tables that differ, as `catalog.listing`, and the entries that were applied.
  /// - Throws: `ClusterFailure` for what is wrong with the log.
  package func verify(_ settings: ClusterSettings, in folder: String) throws -> (differences: [String], entries: Int) {
    var (differences, count) = ([String](), 0)
    for file in ClusterFile.allCases {
      let (found, entries) = try verify(file, settings.path(of: file), in: folder)
      differences += found.map { "\(file.name).\($0)" }
      count += entries
    }
    return (differences, count)
  }

  private func verify(
    _ file: ClusterFile, _ path: String, in folder: String
  ) throws -> (differences: [String], entries: Int) {
    guard try FileCopy.position(of: path, in: log.identity().id) != nil else {
      throw FileStamp(path: path) == nil ? CatalogError.notFound(path: path) : ClusterFailure.notInCluster(path: path)
    }
    let (built, copy) = ("\(folder)/built-\(file.name)", "\(folder)/copy-\(file.name)")
    defer { for path in [built, copy] { FileCopy.remove(path) } }
    return try repeatingWhenTrimmed(file) {
      let position = try FileCopy.make(of: path, to: copy)
      guard try log.has(position, of: file) else {
        throw ClusterFailure.differs(file: file.name, entry: position.entry)
      }
      let count = try buildOnce(file, at: built, through: position.entry)
      return (try FileCopy.differences(built, copy), count)
    }
  }

  /// Entries that were to be applied have been removed from the log: the leader has made a snapshot in the meantime.
  private struct Trimmed: Error {}

  private static let mostTries = 5

  private func repeatingWhenTrimmed<Value>(_ file: ClusterFile, _ body: () throws -> Value) throws -> Value {
    for _ in 0..<Self.mostTries { do { return try body() } catch is Trimmed { continue } }
    throw ClusterFailure.noSnapshot(file: file.name)
  }

  /// Builds a file as it is after an entry.
  func build(_ file: ClusterFile, at path: String, through end: Int64) throws {
    _ = try repeatingWhenTrimmed(file) { try buildOnce(file, at: path, through: end) }
  }

  /// - Returns: the entries that were applied to the newest snapshot before.
  private func buildOnce(_ file: ClusterFile, at path: String, through end: Int64) throws -> Int {
    let snapshot = try log.newestSnapshot(of: file, before: end)
    try log.fetch(snapshot, to: path)
    try FileCopy.setPosition(snapshot.position, in: path)
    return try apply(file, to: path, from: snapshot.position.entry, through: end)
  }

  private func apply(_ file: ClusterFile, to path: String, from start: Int64, through end: Int64) throws -> Int {
    let applier = try Applier(path, of: file)
    var (last, count) = (start, 0)
    while last < end {
      let entries = try log.entries(after: last)
      guard let newest = entries.last else { throw Trimmed() }
      let wanted = entries.filter { $0.file == file && $0.number <= end }
      do { _ = try applier.apply(wanted) } catch ClusterFailure.differs where entries.first?.number != last + 1 {
        throw Trimmed()
      }
      count += wanted.count
      last = newest.number
    }
    return count
  }

  /// Removes a node that has stopped from the list of nodes.
  /// - Throws: `ClusterFailure.noNode`, `nodeRuns`.
  package func remove(_ node: String) throws {
    guard let known = try log.nodes().first(where: { $0.name == node }) else { throw ClusterFailure.noNode(node) }
    guard !known.runs else { throw ClusterFailure.nodeRuns(node) }
    try log.removeNode(node)
  }
}
