import Foundation
import GRDBSQLite

#if os(Linux)
  // A symbol of the executable takes precedence over that of the C library in everything linked with it, including
  // SQLite.

  @_cdecl("fsync") func faultyFsync(_ descriptor: Int32) -> Int32 { SystemSync.fsync.perform(on: descriptor) }

  @_cdecl("fdatasync") func faultyFdatasync(_ descriptor: Int32) -> Int32 {
    SystemSync.fdatasync.perform(on: descriptor)
  }

  /// Calls the sync function of the C library; for a file of a `FaultyDisk` it is recorded and may fail.
  private struct SystemSync {
    static let fsync = SystemSync("fsync")
    static let fdatasync = SystemSync("fdatasync")

    private typealias Sync = @convention(c) (Int32) -> Int32
    private let next: Sync

    private init(_ name: String) {
      // RTLD_NEXT, a macro that is not imported.
      guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else {
        preconditionFailure("the C library has \(name)")
      }
      next = unsafeBitCast(symbol, to: Sync.self)
    }

    func perform(on descriptor: Int32) -> Int32 {
      guard let owner = Self.owner(of: descriptor) else { return next(descriptor) }
      let code = owner.disk.perform(.sync, code: EIO, event: .sync(file: owner.name)) {
        next(descriptor) == 0 ? SQLITE_OK : errno
      }
      if code != SQLITE_OK { errno = code }
      return code == SQLITE_OK ? 0 : -1
    }

    private static func owner(of descriptor: Int32) -> FileOwner? {
      guard FaultyFiles.hasDisks else { return nil }
      var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard readlink("/proc/self/fd/\(descriptor)", &path, path.count - 1) > 0 else { return nil }
      return FaultyFiles.owner(of: path)
    }
  }
#endif
