import Crypto
import Foundation
import Vicinity
import VicinityAccounts

extension ClusterNode {
  /// Checks that a cluster can be made in a database.
  /// - Throws: `ClusterFailure.exists`, `PostgreSQLError`.
  package static func checkIsEmpty(_ url: String) throws { _ = try emptyLog(url) }

  private static func emptyLog(_ url: String) throws -> ClusterLog {
    let log = try ClusterLog(url, name: "vicinity (creation)")
    try LogSchema.migrate(log.connection)
    guard try log.isEmpty() else { throw ClusterFailure.exists }
    return log
  }

  /// Makes a cluster of the files of a server, which no program may use meanwhile.
  ///
  /// - Throws: `ClusterFailure.exists`, `PostgreSQLError`; the files belong to no cluster then.
  package static func create(_ settings: ClusterSettings, mediaFolder: String) throws {
    let log = try emptyLog(settings.log)
    let id = UUID().uuidString.lowercased()
    let positions = ClusterFile.allCases.map {
      FilePosition(entry: 0, hash: Array(SHA256.hash(data: Array("vicinity \(id) \($0.name)".utf8))))
    }
    let node = ClusterNode(settings, logger: .init(label: "vicinity"))
    for name in (try? FileManager.default.contentsOfDirectory(atPath: mediaFolder)) ?? [] where !name.hasPrefix(".") {
      try node.storeMedium(name, path: "\(mediaFolder)/\(name)")
    }
    let snapshots = try ClusterFile.allCases.map { file in
      let copy = settings.path(of: file) + ".snapshot-copy"
      defer { FileCopy.remove(copy) }
      try FileCopy.makePlain(of: settings.path(of: file), to: copy)
      try FileCopy.adopt(copy, cluster: id, positions[file.rawValue])
      return try log.store(copy, of: file, positions[file.rawValue])
    }
    let key = (0..<32).map { _ in UInt8.random(in: 0...255) }
    try log.connection.run("BEGIN")
    try log.create(
      .init(id: id, key: key, sqlite: ClusterNode.sqlite, schema: schema), positions)
    for snapshot in snapshots { _ = try log.complete(snapshot) }
    try log.connection.run("COMMIT")
    for file in ClusterFile.allCases {
      try FileCopy.adopt(settings.path(of: file), cluster: id, positions[file.rawValue])
    }
  }

  /// Makes the files of a node files of their own again; the node must have stopped.
  /// - Throws: `CatalogError.notFound`, `ClusterFailure.notInCluster`.
  package static func leave(_ settings: ClusterSettings) throws {
    guard FileStamp(path: settings.catalog) != nil else { throw CatalogError.notFound(path: settings.catalog) }
    let paths = ClusterFile.allCases.map(settings.path).filter { FileStamp(path: $0) != nil }
    guard try paths.contains(where: { try FileCopy.position(of: $0, in: nil) != nil }) else {
      throw ClusterFailure.notInCluster(path: settings.catalog)
    }
    for path in paths { try ClusterPosition.remove(from: path) }
    SeenTimeline.forget(beside: settings.catalog)
  }
}
