import CivilTime
import GRDB

/// The pictures by which members show themselves: files of the folder of media.
package struct MemberPictures: Sendable {
  package let folder: MediaFolder

  package init(folder: MediaFolder) { self.folder = folder }

  /// Sets the picture of a member.
  /// - Returns: the changed account.
  package func set(_ upload: Upload, _ type: PictureType, of member: String) throws -> Account {
    let hash = upload.hash
    return try folder.inTurn {
      let (former, account) = try folder.write(upload, hash) { db in
        (try Self.replace(of: member, by: hash, type, in: db), try AccountStore.account(member, in: db))
      }
      try folder.removeUnlisted([former].compactMap(\.self))
      guard let account else { throw RefusedWrite.accountEnded }
      return account
    }
  }

  /// Removes the picture of a member, if there is one.
  package func remove(of member: String) throws {
    try folder.inTurn {
      let former = try folder.file.write { try Self.replace(of: member, by: nil, nil, in: $0) }
      try folder.removeUnlisted([former].compactMap(\.self))
    }
  }

  private static func replace(
    of member: String, by hash: String?, _ type: PictureType?, in db: Database
  ) throws -> String? {
    let former = try String.fetchOne(db, sql: "SELECT picture FROM account WHERE name = ?", arguments: [member])
    try db.execute(
      sql: "UPDATE account SET picture = ?, picture_type = ? WHERE name = ?", arguments: [hash, type?.rawValue, member])
    // The file of a deleted account would never be listed.
    guard db.changesCount > 0 else { throw RefusedWrite.accountEnded }
    return former
  }
}
