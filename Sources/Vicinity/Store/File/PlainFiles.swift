import Foundation
import GRDBSQLite
import Streams

/// Folders of plain files next to a catalog.
package enum PlainFiles {
  /// The content of a folder.
  struct Amount: Hashable, Sendable {
    var files = 0
    var bytes = 0
  }

  /// What a folder contains; nil without a folder.
  static func amount(in folder: String) throws -> Amount? {
    guard let folder = try PlainFolder(path: folder) else { return nil }
    return try folder.names().reduce(into: Amount()) {
      $0.files += 1
      $0.bytes += folder.size(of: $1) ?? 0
    }
  }

  /// Copies the files of a folder that the copy lacks. A file that disappears in the meantime is left out, and so is
  /// what is not a regular file.
  ///
  /// A file whose name is a digest is linked to a former copy instead if this one still has that digest.
  /// - Parameters:
  ///   - folder: nothing is done without it.
  ///   - reader: the owner of this folder.
  ///   - copy: is created.
  ///   - writer: the owner of the copy and of the former one.
  ///   - former: a former copy.
  /// - Returns: the names of the copied files whose content does not have the digest that they are named after.
  /// - Throws: `SQLiteFailure` with the code `disk-full`, `CatalogError.cannotMake`.
  static func copy(
    _ folder: String, as reader: FolderOwner, to copy: String, as writer: FolderOwner, linking former: String? = nil
  ) throws -> [String] {
    guard let source = try reader.run({ try PlainFolder(path: folder) }) else { return [] }
    let target = try writer.run {
      if FileStamp(path: copy) == nil { try makeFolder(copy) }
      return try PlainFolder(path: copy, followsLink: false)
    }
    guard let target else { throw CatalogError.cannotMake(path: copy, reason: "it is no longer a folder") }
    // All is copied without a former copy that can be read.
    let linked = former.flatMap { former in
      (try? writer.run { try PlainFolder(path: former, followsLink: false) }) ?? nil
    }
    var damaged: [String] = []
    for name in try reader.run({ try source.names() }) where !target.contains(name) {
      let isDigest = ContentDigest.isDigest(name)
      let isLinked = try writer.run {
        guard isDigest, let linked, linked.size(of: name) != nil else { return false }
        return linked.digest(of: name) == name && linked.link(name, in: target)
      }
      guard !isLinked, let file = try reader.run({ try source.file(name) }) else { continue }
      var digest = ContentDigest()
      let new = "\(copy)/\(name)"
      try writer.run {
        try target.make(name) { descriptor in
          try file.forEachPiece(of: "\(folder)/\(name)") { piece in
            if isDigest { digest.update(piece) }
            try write(piece, to: descriptor, new)
          }
        }
      }
      if isDigest, digest.hexadecimal() != name { damaged.append(name) }
    }
    target.sync()
    return damaged
  }

  /// Makes a folder that its owner alone may use.
  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 else { throw failure(of: path) }
  }

  /// Writes a small file, on disk when this returns.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    let name = CatalogPath.name(of: path)
    guard let folder = try PlainFolder(path: CatalogPath.folder(of: path)) else { throw failure(of: path) }
    let draft = name + ".part"
    folder.remove(draft)
    try folder.make(draft) { file in try bytes.withUnsafeBytes { try write($0, to: file, path) } }
    try folder.rename(draft, to: name)
    folder.sync()
  }

  /// The bytes of a small regular file; nil without one, or if it is larger.
  package static func read(_ path: String, most limit: Int) -> [UInt8]? {
    let name = CatalogPath.name(of: path)
    guard let folder = try? PlainFolder(path: CatalogPath.folder(of: path)), let file = try? folder.file(name),
      file.size <= limit
    else { return nil }
    var bytes: [UInt8] = []
    guard (try? file.forEachPiece(of: path) { bytes += $0 }) != nil else { return nil }
    return bytes
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, _ path: String) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(of: path) }
      rest = rest.dropFirst(count)
    }
  }

  /// The error of the last call.
  static func failure(of path: String) -> any Error {
    if errno == ENOSPC || errno == EDQUOT {
      return SQLiteFailure(code: SQLITE_FULL, message: .lastSystemError, sql: "write \(path)")
    }
    return CatalogError.cannotMake(path: path, reason: .lastSystemError)
  }
}
