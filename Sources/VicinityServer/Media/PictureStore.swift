import CivilTime
import Crypto
import Foundation
import GRDB
import Streams
import Synchronization

/// The pictures of listings: files named by their SHA-256 in `NAME.media` beside the catalog `NAME.gpkg`, and a list of
/// them in `NAME.accounts.sqlite`.
///
/// A file is written before it is listed, and removed after its last entry: whenever the process ends, no entry lacks
/// its file.
final class PictureStore: Sendable {
  /// A picture of a listing.
  struct Picture: Sendable {
    /// From 1 in the order in which they were added; numbers of removed pictures are not used again while later ones
    /// are there.
    var number: Int
    var type: PictureType
    var hash: String
    var bytes: Int
    var added: Instant
  }

  private let keys: KeyStore
  private let folder: URL
  /// Held while listings, entries and files change together: otherwise one request could remove a file that another
  /// one is about to list, or add to a listing that goes. One process serves a catalog.
  private let turn = Mutex(())

  init(catalog path: String, keys: KeyStore) {
    self.keys = keys
    folder = URL(fileURLWithPath: AccountsFile.stem(ofCatalog: path) + ".media")
  }

  /// The most pictures of a listing.
  static let most = 100

  /// The pictures of a listing, in order.
  func pictures(of listing: String) throws -> [Picture] {
    try keys.file().read { try Self.pictures(of: listing, in: $0) }
  }

  private static func pictures(of listing: String, in db: Database) throws -> [Picture] {
    try Row.fetchAll(db, sql: "SELECT * FROM picture WHERE listing = ? ORDER BY number", arguments: [listing])
      .compactMap(Picture.init)
  }

  /// The bytes of a picture; nil when its file is missing, because it has been removed meanwhile.
  /// - Throws: other errors of the file.
  func bytes(of picture: Picture) throws -> [UInt8]? {
    do { return try Array(Data(contentsOf: url(picture.hash))) } catch let error as CocoaError
      where error.code == .fileReadNoSuchFile
    { return nil }
  }

  // MARK: Adding

  /// Adds a picture; one that the listing has already stays as it is.
  ///
  /// - Parameter check: throws for a listing that is not there.
  /// - Throws: `Problem` for one picture too many, and when its file cannot be written; errors of `check`.
  func add(
    _ bytes: [UInt8], _ type: PictureType, to listing: String, at now: Instant, checking check: () throws -> Void
  ) throws -> Picture {
    let hash = SHA256.hash(data: bytes).hexadecimal
    let picture = Picture(number: 0, type: type, hash: hash, bytes: bytes.count, added: now)
    return try turn.withLock { _ in
      try check()
      try write(bytes, hash)
      do { return try keys.file().write { try Self.list(picture, of: listing, in: $0) } } catch {
        // What could not be listed may belong to others.
        try removeFiles(keys.file().read { try Self.unlisted([hash], in: $0) })
        throw error
      }
    }
  }

  private func write(_ bytes: [UInt8], _ hash: String) throws {
    guard !FileManager.default.fileExists(atPath: url(hash).path) else { return }
    try Problem.writing {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data(bytes).write(to: url(hash), options: .atomic)
    }
  }

  /// Lists a picture, whose number does not count.
  private static func list(_ picture: Picture, of listing: String, in db: Database) throws -> Picture {
    let known = try pictures(of: listing, in: db)
    if let same = known.first(where: { $0.hash == picture.hash }) { return same }
    guard known.count < most else {
      throw Problem(.conflict, "too-many-pictures", "A listing has at most \(most) pictures; remove one.")
    }
    var picture = picture
    let last = try Int.fetchOne(db, sql: "SELECT max(number) FROM picture WHERE listing = ?", arguments: [listing])
    picture.number = (last ?? 0) + 1
    try db.execute(
      sql: "INSERT INTO picture (listing, number, hash, type, bytes, added) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        listing, picture.number, picture.hash, picture.type.rawValue, picture.bytes, picture.added.secondsSince1970,
      ])
    return picture
  }

  // MARK: Removing

  /// Removes a picture of a listing.
  /// - Returns: whether there was one.
  func remove(_ number: Int, of listing: String) throws -> Bool {
    try turn.withLock { _ in try removeListed(number, of: listing) > 0 }
  }

  /// Removes a listing, and then its pictures, before anybody can add one to a new listing of its id.
  ///
  /// - Parameters:
  ///   - remove: removes the listing; when it throws, the pictures stay.
  ///   - failing: gets the error when only the pictures cannot be removed.
  /// - Throws: errors of `remove`.
  func remove(with listing: String, _ remove: () throws -> Void, failing: (any Error) -> Void) throws {
    try turn.withLock { _ in
      try remove()
      do { _ = try removeListed(nil, of: listing) } catch { failing(error) }
    }
  }

  /// Removes the pictures of all listings that are gone.
  /// - Parameter isThere: whether there is a listing with this id.
  func removeAll(unless isThere: (String) throws -> Bool) throws {
    let listings = try keys.file().read { try String.fetchAll($0, sql: "SELECT DISTINCT listing FROM picture") }
    for listing in listings where try !isThere(listing) {
      // It may have been made anew meanwhile.
      try turn.withLock { _ in if try !isThere(listing) { _ = try removeListed(nil, of: listing) } }
    }
  }

  /// - Parameter number: nil for all pictures of the listing.
  /// - Returns: how many there were.
  private func removeListed(_ number: Int?, of listing: String) throws -> Int {
    let (removed, unlisted) = try keys.file().write { db in
      let which = "FROM picture WHERE listing = ? AND number = coalesce(?, number)"
      let hashes = try String.fetchAll(db, sql: "SELECT hash \(which)", arguments: [listing, number])
      try db.execute(sql: "DELETE \(which)", arguments: [listing, number])
      return (hashes.count, try Self.unlisted(hashes, in: db))
    }
    removeFiles(unlisted)
    return removed
  }

  private static func unlisted(_ hashes: [String], in db: Database) throws -> [String] {
    try hashes.filter {
      try Int.fetchOne(db, sql: "SELECT 1 FROM picture WHERE hash = ?", arguments: [$0]) == nil
    }
  }

  /// Nobody asks for a file that is not listed: one that cannot be removed only takes room.
  private func removeFiles(_ hashes: [String]) {
    for hash in hashes { try? FileManager.default.removeItem(at: url(hash)) }
  }

  private func url(_ hash: String) -> URL { folder.appendingPathComponent(hash) }
}

extension PictureStore.Picture {
  fileprivate init?(row: Row) {
    guard let type = PictureType(rawValue: row["type"]) else { return nil }
    self.init(
      number: row["number"], type: type, hash: row["hash"], bytes: row["bytes"],
      added: Instant(secondsSince1970: row["added"]))
  }
}
