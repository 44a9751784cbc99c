#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tests whether two paths refer to the same file through any links.
package enum FileIdentity {
  /// Whether both exist and are the same file.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    var (left, right) = (stat(), stat())
    guard stat(first, &left) == 0, stat(second, &right) == 0 else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }
}
