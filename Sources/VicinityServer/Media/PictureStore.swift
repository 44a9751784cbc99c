import CivilTime
import Crypto
import Foundation
import GRDB
import Streams

/// The pictures of listings: files named by their SHA-256 in `NAME.media` beside the catalog `NAME.gpkg`, and a list of
/// them in `NAME.accounts.sqlite`.
///
/// A file is written before it is listed, and removed after its last entry: whenever the process ends, no entry lacks
/// its file.
struct PictureStore: Sendable {
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

  init(catalog path: String, keys: KeyStore) {
    self.keys = keys
    folder = URL(fileURLWithPath: (path.hasSuffix(".gpkg") ? String(path.dropLast(5)) : path) + ".media")
  }

  /// The most pictures of a listing.
  static let most = 100

  /// The pictures of a listing, in order.
  func pictures(of listing: String) throws -> [Picture] {
    try keys.file().read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM picture WHERE listing = ? ORDER BY number", arguments: [listing])
        .compactMap(Picture.init)
    }
  }

  /// The bytes of a picture.
  /// - Throws: errors of the file.
  func bytes(of picture: Picture) throws -> [UInt8] { try Array(Data(contentsOf: url(picture.hash))) }

  /// Adds a picture; one that the listing has already stays as it is.
  func add(_ bytes: [UInt8], _ type: PictureType, to listing: String, at now: Instant) throws -> Picture {
    let hash = SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    if let known = try pictures(of: listing).first(where: { $0.hash == hash }) { return known }
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(bytes).write(to: url(hash), options: .atomic)
    return try keys.file().write { db in
      let last = try Int.fetchOne(db, sql: "SELECT max(number) FROM picture WHERE listing = ?", arguments: [listing])
      let picture = Picture(number: (last ?? 0) + 1, type: type, hash: hash, bytes: bytes.count, added: now)
      try db.execute(
        sql: "INSERT INTO picture (listing, number, hash, type, bytes, added) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [listing, picture.number, hash, type.rawValue, bytes.count, now.secondsSince1970])
      return picture
    }
  }

  /// Removes a picture, or all of a listing.
  /// - Returns: how many there were.
  @discardableResult
  func remove(_ number: Int?, of listing: String) throws -> Int {
    let removed = try pictures(of: listing).filter { number == nil || $0.number == number }
    let unused = try keys.file().write { db in
      for picture in removed {
        try db.execute(
          sql: "DELETE FROM picture WHERE listing = ? AND number = ?", arguments: [listing, picture.number])
      }
      return try removed.map(\.hash).filter {
        try Int.fetchOne(db, sql: "SELECT 1 FROM picture WHERE hash = ?", arguments: [$0]) == nil
      }
    }
    for hash in unused { try? FileManager.default.removeItem(at: url(hash)) }
    return removed.count
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
