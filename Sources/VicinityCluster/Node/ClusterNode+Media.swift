import Crypto
import Foundation
import Streams
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

  package func fetchMedium(_ hash: String, to path: String, isAwaited: Bool) throws -> Bool {
    try reaching {
      try (isAwaited ? fetching : copying).use { log in
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
          let handle = FileHandle(forWritingAtPath: path)
        else { throw ClusterFailure.cannotWrite(path: path, reason: String(cString: strerror(errno))) }
        defer { try? handle.close() }
        var (number, digest) = (Int64(0), SHA256())
        while let row = try log.connection.rows(
          "SELECT bytes FROM vicinity.medium_part WHERE hash = $1 AND part = $2::integer", [.text(hash), .int(number)],
          within: 5
        ).first {
          digest.update(data: row.bytes(0))
          try handle.write(contentsOf: row.bytes(0))
          number += 1
        }
        guard number > 0 else { return false }
        guard digest.finalize().hexadecimal == hash else {
          // Its last parts may be on their way.
          throw ClusterError.notFetched
        }
        return true
      }
    }
  }

  package func storedMedia() throws -> [String] {
    try reaching {
      try storing.use { log in
        try log.connection.rows(
          "SELECT hash FROM vicinity.medium WHERE added < clock_timestamp() - interval '1 minute'"
        ).compactMap { $0.text(0) }
      }
    }
  }

  package func removeMedia(_ hashes: [String]) throws {
    guard case .leader(let epoch) = known.role else { throw ClusterError.notLeader }
    try reaching {
      try storing.use { log in
        for hash in hashes {
          // Another leader may have stored it again.
          _ = try log.connection.rows(
            """
            DELETE FROM vicinity.medium WHERE hash = $1
              AND EXISTS (SELECT 1 FROM vicinity.cluster WHERE leader = $2 AND epoch >= $3::bigint)
            """, [.text(hash), .text(holder), .int(epoch)])
        }
      }
    }
  }

  private func reaching<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as Unopened {
      throw ClusterError.noLeader(reason: error.error.summary)
    } catch let error as PostgreSQLError { throw ClusterError.noLeader(reason: error.summary) }
  }
}
