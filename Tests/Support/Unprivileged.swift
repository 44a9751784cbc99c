import Foundation

/// Runs code as a user without permission to write the files of others.
package enum Unprivileged {
  #if os(Linux)
    // Changes the ids of this thread only; not in the headers that Swift imports.
    private typealias SetID = @convention(c) @Sendable (UInt32) -> Int32
    private static let setUser = function("setfsuid")
    private static let setGroup = function("setfsgid")

    private static func function(_ name: String) -> SetID? {
      dlsym(nil, name).map { unsafeBitCast($0, to: SetID.self) }
    }
  #endif

  /// Whether this is possible: file permissions apply to every user except root, who can switch to another user on
  /// Linux.
  package static var isPossible: Bool {
    #if os(Linux)
      return geteuid() != 0 || (setUser != nil && setGroup != nil)
    #else
      return geteuid() != 0
    #endif
  }

  /// Runs `body` on this thread as a user to whom file permissions apply.
  @discardableResult
  package static func run<Result>(_ body: () throws -> Result) throws -> Result {
    #if os(Linux)
      if geteuid() == 0, let setUser, let setGroup {
        let nobody: UInt32 = 65534
        _ = setGroup(nobody)
        _ = setUser(nobody)
        defer {
          _ = setUser(0)
          _ = setGroup(0)
        }
        return try body()
      }
    #endif
    return try body()
  }
}

/// A test's folder with a catalog in it, whose permissions can be removed.
package final class CatalogFolder {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "vicinity-folder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    allow()
    // A left-over folder in the temporary directory does no harm.
    try? FileManager.default.removeItem(at: url)
  }

  package func path(_ name: String) -> String { url.appending(path: name).path }

  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  package func copy(_ from: String, to name: String) throws {
    try FileManager.default.copyItem(atPath: from, toPath: path(name))
  }

  /// Makes the files read-only for all users, and the folder too unless `folder` is false.
  package func forbidWriting(folder: Bool = true) throws {
    for name in try names { chmod(path(name), 0o444) }
    chmod(url.path, folder ? 0o555 : 0o777)
  }

  package func allow() {
    chmod(url.path, 0o755)
    for name in (try? names) ?? [] { chmod(path(name), 0o644) }
  }
}
