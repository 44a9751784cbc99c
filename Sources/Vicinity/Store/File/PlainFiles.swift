import Foundation
import GRDBSQLite
import Streams

/// Folders of plain files next to a catalog, and the ownership of the files of a backup.
enum PlainFiles {
  /// The content of a folder.
  struct Amount: Hashable, Sendable {
    var files = 0
    var bytes = 0
  }

  /// The names of the regular files in a folder, without hidden ones, which are incomplete uploads; nil without a
  /// folder.
  static func names(in folder: String) throws -> [String]? {
    guard FileStamp(path: folder)?.kind == .folder else { return nil }
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      !$0.hasPrefix(".") && FileStamp(path: "\(folder)/\($0)")?.kind == .file
    }
  }

  /// What a folder contains; nil without a folder.
  static func amount(in folder: String) throws -> Amount? {
    try names(in: folder)?.reduce(into: Amount()) {
      $0.files += 1
      $0.bytes += FileStamp(path: "\(folder)/\($1)")?.size ?? 0
    }
  }

  /// Copies the files of a folder that the copy lacks. A file that disappears in the meantime is left out.
  ///
  /// - Parameters:
  ///   - folder: nothing is done without it.
  ///   - copy: is created.
  ///   - former: a folder whose files of the same name and size are linked instead of copied.
  /// - Throws: `SQLiteFailure` with the code `disk-full`, `CatalogError.cannotMake`.
  static func copy(_ folder: String, to copy: String, linking former: String? = nil) throws {
    guard let names = try names(in: folder) else { return }
    if FileStamp(path: copy) == nil { try makeFolder(copy) }
    for name in names where FileStamp(path: "\(copy)/\(name)") == nil {
      let (source, target) = ("\(folder)/\(name)", "\(copy)/\(name)")
      if let former, let one = FileStamp(path: source)?.size, one == FileStamp(path: "\(former)/\(name)")?.size,
        link("\(former)/\(name)", target) == 0
      {
        continue
      }
      try copyFile(source, to: target)
    }
    _ = DiskSync.folder(of: "\(copy)/.")
  }

  /// Makes a folder that its owner alone may use.
  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 else { throw failure(of: path) }
  }

  /// Writes a small file, on disk when this returns.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let draft = path + ".part"
    unlink(draft)
    try withNewFile(draft) { file in try write(bytes[...], to: file, draft) }
    guard rename(draft, path) == 0 else { throw failure(of: path) }
    _ = DiskSync.folder(of: path)
  }

  private static func copyFile(_ source: String, to target: String) throws {
    let file = open(source, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw CatalogError.unreadable(path: source, reason: .lastSystemError)
    }
    defer { close(file) }
    try withNewFile(target) { copy in
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while true {
        let count = read(file, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw CatalogError.unreadable(path: source, reason: .lastSystemError) }
        if count == 0 { return }
        try write(buffer[..<count], to: copy, target)
      }
    }
  }

  private static func withNewFile(_ path: String, _ body: (Int32) throws -> Void) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(of: path) }
    defer { close(file) }
    do {
      try body(file)
      guard fsync(file) == 0 else { throw failure(of: path) }
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32, _ path: String) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(of: path) }
      rest = rest.dropFirst(count)
    }
  }

  /// The error of the last call.
  private static func failure(of path: String) -> any Error {
    if errno == ENOSPC || errno == EDQUOT {
      return SQLiteFailure(code: SQLITE_FULL, message: .lastSystemError, sql: "write \(path)")
    }
    return CatalogError.cannotMake(path: path, reason: .lastSystemError)
  }

  /// Gives files to the owner of a folder, if this process is root's: a server of another user must be able to open
  /// them.
  static func giveToOwner(of folder: String, _ path: String) {
    var owner = stat()
    guard geteuid() == 0, stat(folder, &owner) == 0, owner.st_uid != 0 || owner.st_gid != 0 else { return }
    let inside = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for file in [path] + inside.map({ "\(path)/\($0)" }) { lchown(file, owner.st_uid, owner.st_gid) }
  }
}
