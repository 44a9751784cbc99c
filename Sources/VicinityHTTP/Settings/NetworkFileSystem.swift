import Foundation

/// A catalog on a network file system: its write-ahead log is shared through memory, which two machines do not have in
/// common, so that each would overwrite what the other has acknowledged.
package enum NetworkFileSystem {
  private static let types: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "gpfs", "beegfs", "ocfs2",
    "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.s3fs", "fuse.rclone",
  ]

  /// - Throws: `SettingError`.
  package static func refuse(_ path: String) throws {
    guard let text = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else { return }
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let type = type(of: real, mounts: text), types.contains(type) else { return }
    throw SettingError(
      name: "catalog",
      problem: "\(path) is on a network file system (\(type)), where two machines do not share its log; "
        + "copy it to a local disk")
  }

  /// The type of the file system that a path lies on, by the lines of `/proc/self/mountinfo` (proc(5)).
  static func type(of path: String, mounts text: String) -> String? {
    var best: (point: String, type: String)?
    for line in text.split(separator: "\n") {
      let halves = line.split(separator: " - ", maxSplits: 1)
      let (before, after) = (halves.first?.split(separator: " ") ?? [], halves.last?.split(separator: " ") ?? [])
      guard halves.count == 2, before.count > 4, let type = after.first else { continue }
      // Spaces in names are written as octal numbers.
      let point = before[4].replacing("\\040", with: " ")
      guard point == "/" || path == point || path.hasPrefix(point + "/") else { continue }
      // The last of several mounts on the same point is visible.
      if point.utf8.count >= best?.point.utf8.count ?? 0 { best = (String(point), String(type)) }
    }
    return best?.type
  }
}
