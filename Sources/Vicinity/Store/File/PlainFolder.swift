import Foundation
import Streams

/// An open folder, whose files are used by their names in it, never through symbolic links.
final class PlainFolder: Sendable {
  let path: String
  private let descriptor: Int32

  /// An existing folder; nil without one.
  ///
  /// - Parameter followsLink: whether the path may be a symbolic link.
  /// - Throws: `CatalogError.unreadable`.
  init?(path: String, followsLink: Bool = true) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW))
    guard descriptor < 0 else { return }
    guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else {
      throw CatalogError.unreadable(path: path, reason: .lastSystemError)
    }
    return nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// A regular file that is open for reading.
  final class File {
    let descriptor: Int32
    let size: Int

    fileprivate init(_ descriptor: Int32, size: Int) { (self.descriptor, self.size) = (descriptor, size) }

    deinit { close(descriptor) }

    /// Passes its bytes to `body`, in order.
    func forEachPiece(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
      defer { buffer.deallocate() }
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw CatalogError.unreadable(path: path, reason: .lastSystemError) }
        if count == 0 { return }
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }

  /// The names of its regular files, without hidden ones, which are incomplete uploads.
  func names() throws -> [String] {
    // Another descriptor: closing the stream closes it.
    let other = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard other >= 0, let stream = fdopendir(other) else {
      if other >= 0 { close(other) }
      throw CatalogError.unreadable(path: path, reason: .lastSystemError)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
      }
      if !name.hasPrefix("."), size(of: name) != nil { names.append(name) }
    }
    return names
  }

  /// The size of a regular file; nil without one.
  func size(of name: String) -> Int? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// Whether the name is taken, by whatever it is.
  func contains(_ name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// A regular file; nil if it has disappeared, or the name is that of something else.
  func file(_ name: String) throws -> File? {
    // Without waiting for the other end of a pipe.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if [ENOENT, ELOOP, ENXIO].contains(errno) { return nil }
      throw CatalogError.unreadable(path: "\(path)/\(name)", reason: .lastSystemError)
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    return File(file, size: Int(status.st_size))
  }

  /// The digest of a regular file; nil if there is none, or it cannot be read.
  func digest(of name: String) -> String? {
    guard let file = try? file(name) else { return nil }
    var digest = ContentDigest()
    return (try? file.forEachPiece(of: name) { digest.update($0) }).map { digest.hexadecimal() }
  }

  /// Gives a file of this folder the same name in another one, as a hard link; whether that is possible.
  func link(_ name: String, in other: PlainFolder) -> Bool {
    linkat(descriptor, name, other.descriptor, name, 0) == 0
  }

  /// Makes a file that its owner alone may use, on disk when this returns; nothing is left behind after an error.
  ///
  /// - Parameter body: writes to the descriptor.
  func make(_ name: String, _ body: (Int32) throws -> Void) throws {
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw PlainFiles.failure(of: "\(path)/\(name)") }
    defer { close(file) }
    do {
      try body(file)
      guard fsync(file) == 0 else { throw PlainFiles.failure(of: "\(path)/\(name)") }
    } catch {
      unlinkat(descriptor, name, 0)
      throw error
    }
  }

  /// Gives a file another name, where it replaces what has this name.
  func rename(_ name: String, to other: String) throws {
    guard renameat(descriptor, name, descriptor, other) == 0 else { throw PlainFiles.failure(of: "\(path)/\(other)") }
  }

  func remove(_ name: String) { unlinkat(descriptor, name, 0) }

  /// Syncs the names. Some file systems do not support this.
  func sync() { fsync(descriptor) }
}
