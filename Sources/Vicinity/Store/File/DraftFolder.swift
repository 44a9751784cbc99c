import Foundation

/// A folder `NAME.part` that is being written or removed: locked while its process runs, so that no other process takes
/// it for one that an ended process has left.
final class DraftFolder {
  static let end = ".part"

  let path: String
  private let owner: FolderOwner
  private let lock: Int32

  private init(path: String, owner: FolderOwner, lock: Int32) {
    (self.path, self.owner, self.lock) = (path, owner, lock)
  }

  deinit { close(lock) }

  /// Makes a new one, after removing one that an ended process has left.
  ///
  /// - Parameters:
  ///   - path: what gets this name, without `.part`, once it is complete.
  ///   - owner: of its folder.
  /// - Throws: `CatalogError.cannotMake`, also while another process has it.
  static func make(for path: String, as owner: FolderOwner) throws -> DraftFolder {
    let draft = path + end
    // Between making and locking it, another process may take it for one that was left, and remove it.
    for _ in 0..<mostTries {
      let isMade = try owner.run {
        if mkdir(draft, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw PlainFiles.failure(of: path) }
        return false
      }
      if let locked = try lock(draft, owner) {
        if isMade { return locked }
        if let reason = locked.remove() { throw CatalogError.cannotMake(path: draft, reason: reason) }
      } else if !isMade, FileStamp(path: draft) != nil {
        throw CatalogError.cannotMake(path: path, reason: "\(draft) is in use: another process is making this backup")
      }
    }
    throw CatalogError.cannotMake(path: path, reason: "\(draft) is made by several processes")
  }

  private static let mostTries = 100

  /// One that exists; nil while another process has it, or without a folder.
  static func left(at path: String, as owner: FolderOwner) -> DraftFolder? { try? lock(path, owner) }

  private static func lock(_ path: String, _ owner: FolderOwner) throws -> DraftFolder? {
    let file = try owner.run { open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw CatalogError.cannotMake(path: path, reason: .lastSystemError)
    }
    let draft = DraftFolder(path: path, owner: owner, lock: file)
    var (opened, named) = (stat(), stat())
    guard flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &opened) == 0, lstat(path, &named) == 0,
      opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
    else { return nil }
    return draft
  }

  /// Removes it with all it contains, unless it has another name now. A later run tries again.
  /// - Returns: why it is still there; nil if it is not.
  @discardableResult
  func remove() -> String? {
    do {
      try owner.run {
        if FileStamp(path: path) != nil { try FileManager.default.removeItem(atPath: path) }
      }
      return nil
    } catch {
      return FileStamp(path: path) == nil ? nil : (error as NSError).reason
    }
  }
}

extension NSError {
  /// The system's description of the underlying error, if there is one.
  fileprivate var reason: String {
    let underlying = userInfo[NSUnderlyingErrorKey] as? NSError
    guard let system = underlying ?? (domain == NSPOSIXErrorDomain ? self : nil), system.domain == NSPOSIXErrorDomain
    else { return localizedDescription }
    return String(cString: strerror(Int32(system.code)))
  }
}
