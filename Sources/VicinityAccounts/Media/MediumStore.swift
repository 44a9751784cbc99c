import CivilTime
import GRDB
import Streams

/// The pictures and videos that members send to each other: files in the media folder, readable only by the
/// participants of a conversation with such a message.
package final class MediumStore: Sendable {
  package struct Medium: Sendable {
    package var id: String
    package var type: String
    package var hash: String
    package var bytes: Int
  }

  private let folder: MediaFolder
  private var file: AccountsFile { folder.file }
  /// A member's files that are in no message yet, or being uploaded.
  private static let mostUnsent = 20
  /// Seconds after which such ones are removed.
  private static let unsentLifetime: Int64 = 86_400

  package init(_ folder: MediaFolder) { self.folder = folder }

  /// The media type of a file; nil for bytes that are neither a picture nor a video.
  ///
  /// - Parameter head: its first bytes.
  package static func type(_ head: [UInt8]) -> String? { PictureType(head)?.rawValue ?? VideoType(head)?.rawValue }

  /// Stores a file of a member until it is sent.
  package func add(_ upload: Upload, _ type: String, of member: String, at now: Instant) throws -> Medium {
    let hash = upload.hash
    let medium = Medium(id: "m-" + Secret.make("").prefix(22), type: type, hash: hash, bytes: upload.count)
    return try folder.inTurn {
      try folder.write(upload, hash) { db in
        let unsent = try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM medium WHERE owner = ? AND NOT EXISTS (SELECT 1 FROM message WHERE medium = medium.id)
            """, arguments: [member])
        guard unsent ?? 0 < Self.mostUnsent else {
          throw MediaError.tooManyUnsent(Self.mostUnsent)
        }
        try db.execute(
          sql: "INSERT INTO medium (id, owner, hash, type, bytes, added) VALUES (?, ?, ?, ?, ?, ?)",
          arguments: [medium.id, member, hash, type, upload.count, now.secondsSince1970])
        return medium
      }
    }
  }

  /// A picture or video that a member may see, with its file.
  ///
  /// - Parameter isEditor: whether the member decides on reports, and so sees what was reported.
  /// - Throws: `MediaError.unknown` for others, as if there were none; `ClusterError.notFetched` while only other nodes
  ///   have the file.
  package func medium(_ id: String, for member: String, isEditor: Bool) throws -> (medium: Medium, file: StoredFile) {
    let row = try file.look { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT * FROM medium WHERE id = ?1 AND (owner = ?2 OR EXISTS (
            SELECT 1 FROM message JOIN participant USING (conversation)
            WHERE message.medium = ?1 AND message.kind <> 'removed' AND participant.member = ?2)
            OR ?3 AND EXISTS (
              SELECT 1 FROM message JOIN report ON subject = 'message' AND target = CAST(message.number AS TEXT)
              WHERE message.medium = ?1))
          """, arguments: [id, member, isEditor])
    }
    guard let row, let file = try folder.file(row["hash"]) else { throw MediaError.unknown(id: id) }
    return (Medium(id: id, type: row["type"], hash: row["hash"], bytes: row["bytes"]), file)
  }

  /// Removes files that messages or members no longer need.
  package func removeFiles(_ hashes: [String]) throws { try folder.inTurn { try folder.removeUnlisted(hashes) } }

  /// Removes what was never sent.
  package func removeUnsent(at now: Instant) throws {
    try folder.inTurn {
      let hashes = try file.write { db in
        let which = """
          FROM medium WHERE added < ? AND NOT EXISTS (SELECT 1 FROM message WHERE medium = medium.id)
          """
        let oldest = now.secondsSince1970 - Self.unsentLifetime
        let hashes = try String.fetchAll(db, sql: "SELECT hash \(which)", arguments: [oldest])
        try db.execute(sql: "DELETE \(which)", arguments: [oldest])
        return hashes
      }
      try folder.removeUnlisted(hashes)
    }
  }
}
