import Foundation

#if os(Linux)
  import CFileUser
#endif

/// The user with whose permissions files in a folder are read and written.
///
/// Root acts there as the owner of the folder, without its own groups: what it makes belongs to the owner from the
/// beginning, and a symbolic link that the owner puts in place of a file leads only where the owner may go anyway. All
/// other users act as themselves, and so does root outside of Linux.
struct FolderOwner: Hashable, Sendable {
  private struct User: Hashable {
    var id: uid_t
    var group: gid_t

    static var root: User { User(id: 0, group: getegid()) }

    init(id: uid_t, group: gid_t) { (self.id, self.group) = (id, group) }

    /// The owner of a file, with the group of the user's own: a folder may belong to a group that its owner is not in.
    init(owning file: stat) {
      id = file.st_uid
      group = Self.group(of: file.st_uid) ?? (file.st_gid != 0 || file.st_uid == 0 ? file.st_gid : Self.noGroup)
    }

    private static func group(of user: uid_t) -> gid_t? {
      var entry = passwd()
      var text = [CChar](repeating: 0, count: 1 << 14)
      var found: UnsafeMutablePointer<passwd>?
      guard getpwuid_r(user, &entry, &text, text.count, &found) == 0, let found else { return nil }
      return found.pointee.pw_gid
    }

    /// The group `nogroup`.
    private static let noGroup: gid_t = 65_534
  }

  private let folder: String
  /// Nil for a process that is not root's.
  private let user: User?

  /// The owner of a folder in which files are written.
  init(of folder: String) {
    self.folder = folder
    var status = stat()
    user =
      geteuid() == 0 ? (stat(folder, &status) == 0 ? User(owning: status) : .root) : nil
  }

  /// The owner of a folder that is only read. Root stays root in a folder from which another user keeps the owner out,
  /// such as a backup below a folder of root's.
  init(reading folder: String) {
    let owner = FolderOwner(of: folder)
    self = owner.isKeptOut ? FolderOwner(folder: folder, user: .root) : owner
  }

  private init(folder: String, user: User?) { (self.folder, self.user) = (folder, user) }

  /// Whether the first folder on the way that this user may not enter belongs to somebody else. Owners cannot achieve
  /// that by permissions of folders of their own.
  private var isKeptOut: Bool {
    guard let user else { return false }
    let names = (CatalogPath(folder).target ?? folder).split(separator: "/")
    for count in 0...names.count {
      let path = "/" + names.prefix(count).joined(separator: "/")
      let isEntered = (try? run { FileStamp(path: path + "/.") != nil }) ?? false
      var status = stat()
      if !isEntered { return stat(path, &status) == 0 && status.st_uid != user.id }
    }
    return false
  }

  /// Whether the other folder belongs to the same user, or this process is not root's.
  func isSameUser(as other: FolderOwner) -> Bool { user == other.user }

  /// Runs `body` with the permissions of this user: those of this thread only, so `body` must not start threads.
  ///
  /// - Throws: `CatalogError.cannotMake` if this process may not take them; errors of `body`.
  func run<Result>(_ body: () throws -> Result) throws -> Result {
    #if os(Linux)
      if let user {
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        groups = Array(groups.prefix(Int(max(0, getgroups(Int32(groups.count), &groups)))))
        let leavesGroups = user.id != 0 && !groups.isEmpty
        let hasLeft = !leavesGroups || set_thread_groups(0, nil) == 0
        let (formerGroup, formerUser) = (setfsgid(user.group), setfsuid(user.id))
        defer {
          setfsuid(uid_t(bitPattern: formerUser))
          setfsgid(gid_t(bitPattern: formerGroup))
          if leavesGroups { _ = set_thread_groups(groups.count, groups) }
        }
        // An invalid id changes nothing, and the result is the present one.
        let isSet = setfsuid(.max) == Int32(bitPattern: user.id) && setfsgid(.max) == Int32(bitPattern: user.group)
        guard isSet, hasLeft else {
          throw CatalogError.cannotMake(path: folder, reason: "root may not act as the owner of this folder")
        }
        return try body()
      }
    #endif
    return try body()
  }
}
