import Foundation
import Vicinity

extension ClusterNode {
  /// Bytes of a part of a file of media.
  private static let part = 4 << 20

  package func storeMedium(_ hash: String, path: String) throws {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ClusterFailure.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    defer { try? handle.close() }
    try reaching {
      try storing.use { log in
        // Its name comes last: until then it is of no use.
        _ = try log.connection.rows(
          "INSERT INTO vicinity.medium (hash) VALUES ($1) ON CONFLICT DO NOTHING", [.text(hash)])
        var number: Int64 = 0
        while let bytes = try handle.read(upToCount: Self.part), !bytes.isEmpty {
          _ = try log.connection.rows(
            """
            INSERT INTO vicinity.medium_part (hash, part, bytes) VALUES ($1, $2::integer, $3)
            ON CONFLICT (hash, part) DO UPDATE SET bytes = excluded.bytes
            """, [.text(hash), .int(number), .bytes(Array(bytes))], within: 30)
          number += 1
        }
      }
    }
  }

  package func fetchMedium(_ hash: String, to path: String) throws -> Bool {
    try reaching {
      try storing.use { log in
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
          let handle = FileHandle(forWritingAtPath: path)
        else { throw ClusterFailure.cannotWrite(path: path, reason: String(cString: strerror(errno))) }
        defer { try? handle.close() }
        var number: Int64 = 0
        while let row = try log.connection.rows(
          "SELECT bytes FROM vicinity.medium_part WHERE hash = $1 AND part = $2::integer", [.text(hash), .int(number)],
          within: 30
        ).first {
          try handle.write(contentsOf: row.bytes(0))
          number += 1
        }
        return number > 0
      }
    }
  }

  package func removeMedia(_ hashes: [String]) throws {
    try reaching {
      try storing.use { log in
        for hash in hashes { _ = try log.connection.rows("DELETE FROM vicinity.medium WHERE hash = $1", [.text(hash)]) }
      }
    }
  }

  private func reaching<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as Unopened {
      throw ClusterError.noLeader(reason: "\(error)")
    } catch let error as PostgreSQLError { throw ClusterError.noLeader(reason: "\(error)") }
  }
}
