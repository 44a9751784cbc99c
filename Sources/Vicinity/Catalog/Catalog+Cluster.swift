import Foundation
import Streams

extension Catalog {
  /// Puts a complete file in the place of this one. Queries that run finish on the former file; later ones wait until
  /// it is closed, five seconds at most.
  ///
  /// - Parameter path: a file in the same folder, without a log.
  /// - Throws: `CatalogError.cannotMake`.
  package func replaceFile(by path: String) throws {
    closeWriter()
    try Self.place(path, as: self.path)
    workers.leaveReplaced()
    for _ in 0..<CatalogWriter.longestWaitMilliseconds where !workers.hasLeft { usleep(1000) }
  }

  /// Gives a complete file the name of another one, whose log is removed.
  package static func place(_ path: String, as name: String) throws {
    let target = CatalogPath(name).destination
    guard FileManager.default.createFile(atPath: placing(target), contents: nil), DiskSync.folder(of: target) else {
      throw CatalogError.cannotMake(path: name, reason: .lastSystemError)
    }
    guard rename(path, target) == 0 else {
      throw CatalogError.cannotMake(path: name, reason: .lastSystemError)
    }
    CatalogFile.remove(CatalogPath.journals(of: target))
    guard DiskSync.folder(of: target) else { throw CatalogError.notOnDisk(path: name, reason: .lastSystemError) }
    unlink(placing(target))
  }

  /// Whether a process has ended while it gave a file this name: it may have the log of the former one, which SQLite
  /// would apply to it.
  package static func isHalfPlaced(_ name: String) -> Bool {
    FileStamp(path: placing(CatalogPath(name).destination)) != nil
  }

  /// The mark beside a file that is there meanwhile.
  private static func placing(_ target: String) -> String { target + ".placing" }

  /// The cluster that the file belongs to, and the last entry of its log that the file has; nil for a file of its own.
  package func clusterPosition() throws -> (cluster: String, entry: Int64)? {
    try read { worker, _, _ in
      guard try worker.count(ClusterPosition.exists) == 1 else { return nil }
      return try worker.rows("SELECT cluster, entry FROM \(ClusterPosition.table)") {
        (cluster: $0.string(0) ?? "", entry: Int64($0.int(1)))
      }.first
    }
  }

  /// The migrations of a catalog, oldest first.
  package static var schemaSteps: [String] { CatalogFile.migrator.migrations }
}
