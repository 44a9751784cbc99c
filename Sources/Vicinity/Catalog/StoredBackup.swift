import CivilTime
import Foundation
import Streams

/// A complete backup: a folder of a `BackupFolder`, or a copy of a catalog.
package struct StoredBackup: Hashable, Sendable {
  /// The folder, or the copy.
  package let path: String
  /// The catalog in it, and its files.
  package let files: CatalogFiles
  /// What it contains.
  package let record: BackupRecord

  /// The backup in a folder; nil if the folder is not one that `BackupFolder` has made.
  init?(path: String) {
    guard let last = path.split(separator: "/").last, let name = Self.name(in: last),
      let status = try? FileManager.default.attributesOfItem(atPath: path),
      status[.type] as? FileAttributeType == .typeDirectory,
      let record = BackupRecord(at: "\(path)/\(name).backup.json")
    else { return nil }
    let files = CatalogFiles(catalog: "\(path)/\(record.catalog)")
    guard files.name == name, files.folder == path, last.hasSuffix(Self.text(of: record.time))
    else { return nil }
    (self.path, self.files, self.record) = (path, files, record)
  }

  /// Whether its folder has no files other than those of a backup.
  var hasOnlyOwnFiles: Bool {
    let own = Set(files.withJournals.map(CatalogPath.name))
    return (try? FileManager.default.contentsOfDirectory(atPath: path)).map { own.isSuperset(of: $0) } ?? false
  }

  /// The backup at a path: the folder of one, the latest one in a folder, or a copy of a catalog.
  ///
  /// - Parameters:
  ///   - path: the folder or file.
  ///   - catalog: a catalog of the same name, if a folder has backups of several.
  /// - Throws: `BackupError`.
  package static func find(_ path: String, ofCatalog catalog: String) throws -> StoredBackup {
    let name = CatalogFiles(catalog: catalog).name
    guard let stamp = FileStamp(path: path) else { throw BackupError.none(path: path) }
    guard stamp.kind == .folder else {
      let files = CatalogFiles(catalog: path)
      let time = Instant(secondsSince1970: Int64(stamp.written / 1_000_000_000))
      return StoredBackup(path: path, files: files, record: BackupRecord(catalog: files.fileName, time: time))
    }
    let folder = BackupFolder(path: path)
    if let backup = StoredBackup(path: folder.path) { return backup }
    let all = try folder.backups(of: nil)
    let names = Set(all.map(\.files.name)).sorted()
    guard names.count <= 1 || names.contains(name) else { throw BackupError.several(path: path, names: names) }
    let named = all.filter { names.count == 1 || $0.files.name == name }
    let sources = Set(named.compactMap(\.record.source)).sorted()
    let source = CatalogPath(catalog).absolute
    guard sources.count <= 1 || sources.contains(source) else { throw BackupError.several(path: path, names: sources) }
    guard let latest = named.last(where: { sources.count <= 1 || $0.record.source == source }) else {
      throw BackupError.none(path: path)
    }
    return latest
  }

  private init(path: String, files: CatalogFiles, record: BackupRecord) {
    (self.path, self.files, self.record) = (path, files, record)
  }

  /// Checks that no file is missing, or has changed its size.
  /// - Throws: `BackupError.incomplete`.
  func checkFiles() throws {
    for file in record.files where try file != BackupRecord.File(at: "\(files.folder)/\(file.name)") {
      throw BackupError.incomplete(path: path, file: file.name)
    }
  }

  // MARK: Names

  /// The end of a backup's name, such as 2026-11-26T193000Z.
  static func text(of time: Instant) -> String { time.description.filter { $0 != ":" } }

  /// NAME of `NAME-2026-11-26T193000Z`; nil for other names.
  static func name(in folder: some StringProtocol) -> String? {
    let parts = String(folder).wholeMatch(of: /(.+)-[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}Z/)
    return parts.map { String($0.1) }
  }
}

/// What a backup contains, as JSON in it and next to the catalog.
package struct BackupRecord: Hashable, Sendable {
  /// A file or folder with its size.
  struct File: Hashable, Sendable {
    var name: String
    var bytes: Int
    /// The number of files in a folder.
    var files: Int?
  }

  /// The name of the catalog.
  package var catalog: String
  /// When it was made.
  package var time: Instant
  /// The version of the program; nil if it is unknown.
  package var program: String?
  /// The listings.
  package var listings = 0
  var files: [File] = []
  /// The absolute path of the catalog: another one of the same name has backups of its own.
  package var source: String?
  /// Where the backup is; only next to the catalog.
  package var path: String?

  /// The size of all files.
  package var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

  init(catalog: String, time: Instant) { (self.catalog, self.time) = (catalog, time) }

  init(of files: CatalogFiles, _ content: CopiedFiles, at now: Instant) throws {
    (catalog, time, program) = (files.fileName, now, ProgramVersion.current)
    listings = content.catalog.listings
    self.files = try files.all.compactMap { try File(at: $0) }
  }

  /// Larger files are not records.
  private static let mostBytes = 1 << 20

  /// The record in a file; nil without one.
  package init?(at path: String) {
    guard let bytes = PlainFiles.read(path, most: Self.mostBytes),
      let form = try? JSONParser.parse(bytes).object, let catalog = form["catalog"]?.string,
      let time = form["time"]?.string.flatMap({ try? Instant(parsing: $0) })
    else { return nil }
    self.init(catalog: catalog, time: time)
    (program, self.path, source) = (form["program"]?.string, form["path"]?.string, form["source"]?.string)
    listings = form["listings"]?.integer ?? 0
    files = (form["files"]?.array ?? []).compactMap { File(json: $0.object ?? JSONObject()) }
  }

  /// Writes it next to a catalog.
  func write(to files: CatalogFiles) throws {
    var form = JSONObject([
      ("time", .string(time.description)), ("program", .string(program ?? "")), ("catalog", .string(catalog)),
      ("listings", .int(Int64(listings))), ("files", .array(self.files.map(\.json))),
    ])
    form["path"] = path.map { .string($0) }
    form["source"] = source.map { .string($0) }
    try PlainFiles.write(Array((JSONValue.object(form).text + "\n").utf8), to: files.record)
  }
}

extension BackupRecord.File {
  /// A file or folder that is there.
  init?(at path: String) throws {
    guard let stamp = FileStamp(path: path) else { return nil }
    name = CatalogPath.name(of: path)
    let amount = try PlainFiles.amount(in: path)
    (bytes, files) = (amount?.bytes ?? stamp.size, amount?.files)
  }

  fileprivate init?(json: JSONObject) {
    guard let name = json["name"]?.string, let bytes = json["bytes"]?.integer else { return nil }
    self.init(name: name, bytes: bytes, files: json["files"]?.integer)
  }

  fileprivate var json: JSONValue {
    var form = JSONObject([("name", .string(name)), ("bytes", .int(Int64(bytes)))])
    form["files"] = files.map { .int(Int64($0)) }
    return .object(form)
  }
}
