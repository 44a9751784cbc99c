import Foundation

#if os(Linux)
  import CFileUser
#endif

/// The user with whose permissions files in a folder are read and written.
///
/// Root acts there as the owner of the folder: what it makes belongs to the owner from the beginning, and a symbolic
/// link that the owner puts in place of a file leads only where the owner may go anyway. All other users act as
/// themselves, and so does root outside of Linux.
struct FolderOwner: Hashable, Sendable {
  private struct User: Hashable {
    var id: uid_t
    var group: gid_t

    static var root: User { User(id: 0, group: getegid()) }
  }

  private let folder: String
  /// Nil for a process that is not root's.
  private let user: User?

  /// The owner of a folder in which files are written.
  init(of folder: String) {
    self.folder = folder
    var status = stat()
    user =
      geteuid() == 0 ? (stat(folder, &status) == 0 ? User(id: status.st_uid, group: status.st_gid) : .root) : nil
  }

  /// The owner of a folder that is only read. Root stays root in a folder that its owner cannot reach.
  init(reading folder: String) {
    let owner = FolderOwner(of: folder)
    let isReached = (try? owner.run { FileStamp(path: folder + "/.") != nil }) ?? false
    self = isReached ? owner : FolderOwner(folder: folder, user: owner.user.map { _ in .root })
  }

  private init(folder: String, user: User?) { (self.folder, self.user) = (folder, user) }

  /// Whether the other folder belongs to the same user, or this process is not root's.
  func isSameUser(as other: FolderOwner) -> Bool { user == other.user }

  /// Runs `body` with the permissions of this user: those of this thread only, so `body` must not start threads.
  ///
  /// - Throws: `CatalogError.cannotMake` if this process may not take them; errors of `body`.
  func run<Result>(_ body: () throws -> Result) throws -> Result {
    #if os(Linux)
      if let user {
        let (formerGroup, formerUser) = (setfsgid(user.group), setfsuid(user.id))
        defer {
          setfsuid(uid_t(bitPattern: formerUser))
          setfsgid(gid_t(bitPattern: formerGroup))
        }
        // An invalid id changes nothing, and the result is the present one.
        let isSet = setfsuid(.max) == Int32(bitPattern: user.id) && setfsgid(.max) == Int32(bitPattern: user.group)
        guard isSet else {
          throw CatalogError.cannotMake(path: folder, reason: "root may not act as the owner of this folder")
        }
        return try body()
      }
    #endif
    return try body()
  }
}
