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
    guard rename(path, target) == 0 else {
      throw CatalogError.cannotMake(path: name, reason: .lastSystemError)
    }
    CatalogFile.remove(CatalogPath.journals(of: target))
    guard DiskSync.folder(of: target) else { throw CatalogError.notOnDisk(path: name, reason: .lastSystemError) }
  }

  /// The migrations of a catalog, oldest first.
  package static var schemaSteps: [String] { CatalogFile.migrator.migrations }
}
