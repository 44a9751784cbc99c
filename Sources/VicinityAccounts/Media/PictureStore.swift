import CivilTime
import GRDB
import Streams

/// The pictures of listings, files of the folder of media.
package final class PictureStore: Sendable {
  /// A picture of a listing.
  package struct Picture: Sendable {
    /// From 1 in the order in which they were added; numbers of removed pictures are not reused while later ones exist.
    package var number: Int
    package var type: PictureType
    package var hash: String
    package var bytes: Int
    package var added: Instant
  }

  private let folder: MediaFolder
  private var file: AccountsFile { folder.file }

  package init(_ folder: MediaFolder) { self.folder = folder }

  /// The most pictures of a listing.
  static let most = 100

  /// The pictures of a listing, in order.
  package func pictures(of listing: String) throws -> [Picture] {
    try file.read { try Self.pictures(of: listing, in: $0) }
  }

  private static func pictures(of listing: String, in db: Database) throws -> [Picture] {
    try Row.fetchAll(db, sql: "SELECT * FROM picture WHERE listing = ? ORDER BY number", arguments: [listing])
      .compactMap(Picture.init)
  }

  /// The file of a picture; nil when it is missing, because it has been removed in the meantime.
  /// - Throws: `ClusterError.notFetched` while only other nodes have it.
  package func file(of picture: Picture) throws -> StoredFile? { try folder.file(picture.hash) }

  // MARK: Adding

  /// Adds a picture; one that the listing has already stays unchanged.
  ///
  /// - Parameters:
  ///   - owner: the member whose share it uses; nil for none.
  ///   - check: throws for a listing that is not there.
  /// - Throws: `MediaError.tooManyPictures`; `StorageError`; errors of `check`.
  package func add(
    _ upload: Upload, _ type: PictureType, to listing: String, of owner: String?, at now: Instant,
    checking check: () throws -> Void
  ) throws -> Picture {
    let hash = upload.hash
    let picture = Picture(number: 0, type: type, hash: hash, bytes: upload.count, added: now)
    return try folder.inTurn {
      try check()
      return try folder.write(upload, hash) { try Self.list(picture, of: listing, owner, in: $0) }
    }
  }

  /// Lists a picture; its number is ignored.
  private static func list(
    _ picture: Picture, of listing: String, _ owner: String?, in db: Database
  ) throws -> Picture {
    let known = try pictures(of: listing, in: db)
    if let same = known.first(where: { $0.hash == picture.hash }) { return same }
    guard known.count < most else {
      throw MediaError.tooManyPictures(most)
    }
    var picture = picture
    let last = try Int.fetchOne(db, sql: "SELECT max(number) FROM picture WHERE listing = ?", arguments: [listing])
    picture.number = (last ?? 0) + 1
    try db.execute(
      sql: "INSERT INTO picture (listing, number, hash, type, bytes, added, owner) VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        listing, picture.number, picture.hash, picture.type.rawValue, picture.bytes, picture.added.secondsSince1970,
        owner,
      ])
    return picture
  }

  // MARK: Removing

  /// Removes a picture of a listing.
  /// - Returns: whether there was one.
  package func remove(_ number: Int, of listing: String) throws -> Bool {
    try folder.inTurn { try removeListed(number, of: listing) > 0 }
  }

  /// Removes a listing, and then its pictures, before any can be added to a new listing of its id.
  ///
  /// - Parameters:
  ///   - remove: removes the listing; when it throws, the pictures stay.
  ///   - failing: gets the error when only the pictures cannot be removed.
  /// - Throws: errors of `remove`.
  package func remove(with listing: String, _ remove: () throws -> Void, failing: (any Error) -> Void) throws {
    try folder.inTurn {
      try remove()
      do { _ = try removeListed(nil, of: listing) } catch { failing(error) }
    }
  }

  /// Removes the pictures of all listings that are gone.
  /// - Parameter isThere: whether there is a listing with this id.
  package func removeAll(unless isThere: (String) throws -> Bool) throws {
    try NamePages.forEach { last, limit in
      try file.read { db in
        try String.fetchAll(
          db, sql: "SELECT DISTINCT listing FROM picture WHERE listing > ? ORDER BY listing LIMIT ?",
          arguments: [last, limit])
      }
    } _: { listings in
      for listing in listings where try !isThere(listing) {
        // It may have been made again in the meantime.
        try folder.inTurn { if try !isThere(listing) { _ = try removeListed(nil, of: listing) } }
      }
    }
  }

  /// - Parameter number: nil for all pictures of the listing.
  /// - Returns: how many there were.
  private func removeListed(_ number: Int?, of listing: String) throws -> Int {
    let hashes = try file.write { db in
      let which = "FROM picture WHERE listing = ? AND number = coalesce(?, number)"
      let hashes = try String.fetchAll(db, sql: "SELECT hash \(which)", arguments: [listing, number])
      try db.execute(sql: "DELETE \(which)", arguments: [listing, number])
      return hashes
    }
    try folder.removeUnlisted(hashes)
    return hashes.count
  }
}

extension PictureStore.Picture {
  fileprivate init?(row: Row) {
    guard let type = PictureType(rawValue: row["type"]) else { return nil }
    self.init(
      number: row["number"], type: type, hash: row["hash"], bytes: row["bytes"],
      added: Instant(secondsSince1970: row["added"]))
  }
}
