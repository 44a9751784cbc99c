import CivilTime
import Foundation
import GRDB
import Geography
import Streams
import TestSupport

@testable import Vicinity

/// A catalog with the files that a server makes, and a folder for backups.
struct BackupWorld {
  let temporary: TemporaryCatalog
  let backups: BackupFolder
  let accounts: DatabaseQueue

  var files: CatalogFiles { CatalogFiles(catalog: temporary.path) }

  init(listings: Int = 30) throws {
    temporary = try TemporaryCatalog((0..<listings).map(Self.bar))
    let folder = temporary.folder
    var configuration = Configuration()
    configuration.journalMode = .wal
    accounts = try DatabaseQueue(
      path: folder.appending(path: "catalog.accounts.sqlite").path, configuration: configuration)
    try accounts.write { try $0.execute(sql: "CREATE TABLE account (name TEXT PRIMARY KEY) STRICT") }
    for (name, text) in [
      ("media/\(Self.picture)", "picture"), ("media/\(Self.video)", "video"), ("media/.coming", "x"),
      ("mail/1.eml", "m"),
    ] {
      let path = folder.appending(path: "catalog.\(name)")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    }
    backups = BackupFolder(path: folder.appending(path: "backups").path)
    try BackupFolder.make(at: backups.path)
  }

  /// The names of files with the texts `picture` and `video`.
  static let picture = name(of: "picture")
  static let video = name(of: "video")

  static func name(of content: String) -> String {
    var digest = ContentDigest()
    Array(content.utf8).withUnsafeBytes { digest.update($0) }
    return digest.hexadecimal()
  }

  func addMedium(_ content: String) throws {
    try Data(content.utf8).write(to: URL(filePath: "\(files.media)/\(Self.name(of: content))"))
  }

  func register(_ name: String) throws {
    try accounts.write { try $0.execute(sql: "INSERT INTO account VALUES (?)", arguments: [name]) }
  }

  static func bar(_ number: Int) -> Listing {
    Listing(id: "bar-\(number)", kind: .bar, coordinate: Coordinate(latitude: 48.7, longitude: 9.1))
  }

  @discardableResult
  func backUp(day: Int, keep: Int? = nil) throws -> MadeBackup {
    try backups.add(temporary.path, keep: keep, at: Self.time(day), areas: nil)
  }

  static func time(_ day: Int) -> Instant { SeededWorld.now + 86_400 * Int64(day) }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: backups.path).sorted() } }

  /// The rows of all tables of the catalog in a folder, and the accounts in it.
  static func content(of files: CatalogFiles) throws -> [String] {
    func rows(_ path: String) throws -> [String] {
      var configuration = CatalogFile.configurationWithoutFile
      configuration.readonly = true
      return try DatabaseQueue(path: path, configuration: configuration).read { db in
        let tables = try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY 1"
        )
        return try tables.flatMap { table in
          try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { "\(table) \($0)" }
        }
      }
    }
    let folders = try [files.media, files.mail].flatMap { folder in
      try (PlainFolder(path: folder)?.names() ?? []).sorted().map {
        "\($0) \(try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8))"
      }
    }
    return try rows(files.catalog) + rows(files.accounts) + folders
  }

  static func modes(in folder: String) throws -> Set<Int> {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return Set(
      try names.map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        let mode = attributes[.posixPermissions] as? Int ?? 0
        return attributes[.type] as? FileAttributeType == .typeDirectory ? mode & 0o077 : mode
      })
  }
}
