import Foundation

/// The files that the process may have open at once: a connection takes one.
public enum OpenFiles {
  /// For the catalog, its log, pictures, and what else the process opens.
  private static let reserve = 64

  /// The connections for which there are files: beyond them each accept would fail and be tried again at once.
  package static var mostConnections: Int { max(1, limit - reserve) }

  /// Raises the process's limit of open files to what this needs, as far as the system allows.
  public static func allow(connections: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0 else { return }
    let wanted = min(rlim_t(connections + reserve), limit.rlim_max)
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    _ = setrlimit(files, &limit)
  }

  /// How many there may be.
  static var limit: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    #else
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return .max }
    #endif
    return Int(clamping: limit.rlim_cur)
  }
}
