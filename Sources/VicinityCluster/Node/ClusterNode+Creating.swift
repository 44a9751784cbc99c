import CSQLiteSession
import Crypto
import Foundation
import Vicinity
import VicinityAccounts

extension ClusterNode {
  /// Makes a cluster of the files of a server, which no program may use meanwhile.
  ///
  /// - Throws: `ClusterFailure.exists`, `PostgreSQLError`; the files belong to no cluster then.
  package static func create(_ settings: ClusterSettings, mediaFolder: String) throws {
    let log = try ClusterLog(settings.log, name: "vicinity (creation)")
    try LogSchema.migrate(log.connection)
    let id = UUID().uuidString.lowercased()
    let positions = ClusterFile.allCases.map {
      FilePosition(entry: 0, hash: Array(SHA256.hash(data: Array("vicinity \(id) \($0.name)".utf8))))
    }
    guard try log.isEmpty() else { throw ClusterFailure.exists }
    for file in ClusterFile.allCases {
      let copy = settings.path(of: file) + ".snapshot-copy"
      defer { FileCopy.remove(copy) }
      try FileCopy.makePlain(of: settings.path(of: file), to: copy)
      try FileCopy.adopt(copy, cluster: id, positions[file.rawValue])
      try log.complete(log.store(copy, of: file, positions[file.rawValue]))
    }
    let key = (0..<32).map { _ in UInt8.random(in: 0...255) }
    try log.create(
      .init(id: id, key: key, sqlite: String(cString: sqlite3_libversion()), schema: schema), positions)
    for file in ClusterFile.allCases {
      try FileCopy.adopt(settings.path(of: file), cluster: id, positions[file.rawValue])
    }
    let node = ClusterNode(settings, logger: .init(label: "vicinity"))
    for name in (try? FileManager.default.contentsOfDirectory(atPath: mediaFolder)) ?? [] where !name.hasPrefix(".") {
      try node.storeMedium(name, path: "\(mediaFolder)/\(name)")
    }
  }

  /// Makes the files of a node files of their own again; the node must have stopped.
  package static func leave(_ settings: ClusterSettings) throws {
    for file in ClusterFile.allCases where FileStamp(path: settings.path(of: file)) != nil {
      try FileCopy.release(settings.path(of: file))
    }
  }
}
