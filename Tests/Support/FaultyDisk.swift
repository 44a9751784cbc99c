import Foundation
import GRDBSQLite
import Synchronization

/// A folder whose disk fails on demand, as seen by SQLite, and whose changes can be recorded.
///
/// A VFS shim in front of the system's. It becomes the default of the process when the first such folder is made; files
/// elsewhere are passed through. Syncs are intercepted one level lower, whoever calls them. Other accesses that bypass
/// SQLite, such as a `rename`, neither fail nor are recorded.
package final class FaultyDisk: Sendable {
  package let folder: URL

  /// Whether syncs are intercepted: on Linux only.
  package static var seesSyncs: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  private let state = Mutex(State())

  private struct State {
    var fault: DiskFault?
    var counts: [DiskFault.Operation: Int] = [:]
    var hasStruck = false
    var events: [DiskEvent]?
  }

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vicinity-faulty-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    FaultyFiles.add(self)
  }

  /// Call this when no connection to the folder is open any longer.
  package func remove() throws {
    FaultyFiles.remove(self)
    try FileManager.default.removeItem(at: folder)
  }

  /// Makes an operation fail from now on; with nil all succeed. Resets the counters.
  package func fail(_ fault: DiskFault?) {
    state.withLock { ($0.fault, $0.counts, $0.hasStruck) = (fault, [:], false) }
  }

  /// The number of operations since the last call of `fail`.
  package func count(of operation: DiskFault.Operation) -> Int { state.withLock { $0.counts[operation, default: 0] } }

  /// Whether the fault has occurred.
  package var hasStruck: Bool { state.withLock(\.hasStruck) }

  /// Starts recording every change.
  package func record() { state.withLock { $0.events = [] } }

  /// Records that a step has been acknowledged.
  package func mark() { state.withLock { $0.events?.append(.mark) } }

  /// Returns the recording and ends it.
  package func recorded() -> [DiskEvent] {
    state.withLock { state in
      defer { state.events = nil }
      return state.events ?? []
    }
  }

  /// Performs an operation, or makes it fail.
  /// - Parameter torn: performs only the first half.
  func perform(
    _ operation: DiskFault.Operation, code: Int32, event: @autoclosure () -> DiskEvent?, torn: () -> Void = {},
    _ body: () -> Int32
  ) -> Int32 {
    let failure = state.withLock { state -> DiskFault.Kind? in
      state.counts[operation, default: 0] += 1
      let isHit = state.fault?.hits(operation, number: state.counts[operation, default: 0]) ?? false
      guard isHit else { return nil }
      state.hasStruck = true
      if state.events != nil, case .sync(let file)? = event() { state.events?.append(.failedSync(file: file)) }
      return state.fault?.kind
    }
    switch failure {
    case .error, .dead: return code
    case .full: return SQLITE_FULL
    case .torn:
      torn()
      return code
    case nil:
      let result = body()
      if result == SQLITE_OK {
        state.withLock { state in
          if state.events != nil, let event = event() { state.events?.append(event) }
        }
      }
      return result
    }
  }
}

/// The operation of a disk that fails, and how.
package struct DiskFault: Hashable, Sendable, CustomStringConvertible {
  package enum Operation: String, CaseIterable, Sendable { case read, write, sync, truncate, delete }

  package enum Kind: String, CaseIterable, Sendable {
    /// Fails once; afterwards all succeed.
    case error
    /// Half a write is done, and the error is reported.
    case torn
    /// Writes that extend or change a file fail from now on.
    case full
    /// Everything fails from now on.
    case dead
  }

  package var kind: Kind
  package var operation: Operation
  /// The number of the operation that fails, counted from 1 for each kind.
  package var number: Int

  package init(_ kind: Kind, _ operation: Operation, _ number: Int) {
    (self.kind, self.operation, self.number) = (kind, operation, number)
  }

  package var description: String { "\(operation.rawValue) \(number) \(kind.rawValue)" }

  fileprivate func hits(_ operation: Operation, number: Int) -> Bool {
    guard operation == self.operation else { return false }
    switch kind {
    case .error, .torn: return number == self.number
    case .full, .dead: return number >= self.number
    }
  }
}

/// An operation of a disk, recorded in order.
package enum DiskEvent: Sendable {
  case write(file: String, offset: Int, bytes: [UInt8])
  case truncate(file: String, size: Int)
  case sync(file: String)
  /// The system may count the unsynced part of the file as synced and never write it to the disk.
  case failedSync(file: String)
  case delete(file: String)
  /// See `FaultyDisk.mark`.
  case mark
}

// MARK: - The VFS

/// An open file: SQLite's part first, then the disk it is on, then the file of the system's VFS.
private struct FaultyFile {
  var base: sqlite3_file
  var owner: Unmanaged<FileOwner>
  static let size = (MemoryLayout<FaultyFile>.stride + 15) / 16 * 16
}

final class FileOwner {
  let disk: FaultyDisk
  let name: String

  init(disk: FaultyDisk, name: String) { (self.disk, self.name) = (disk, name) }
}

enum FaultyFiles {
  private static let disks = Mutex([String: FaultyDisk]())

  static func add(_ disk: FaultyDisk) {
    registration
    disks.withLock { $0[disk.folder.lastPathComponent] = disk }
  }

  static func remove(_ disk: FaultyDisk) { disks.withLock { $0[disk.folder.lastPathComponent] = nil } }

  static var hasDisks: Bool { disks.withLock { !$0.isEmpty } }

  /// The disk that contains a path, and the file's name there.
  static func owner(of path: UnsafePointer<CChar>?) -> FileOwner? {
    guard let path else { return nil }
    let parts = String(cString: path).split(separator: "/").suffix(2)
    guard parts.count == 2, let folder = parts.first, let name = parts.last,
      let disk = disks.withLock({ $0[String(folder)] })
    else { return nil }
    return FileOwner(disk: disk, name: String(name))
  }

  nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)

  /// Registered once and never unregistered: connections keep a pointer to it.
  private static let registration: Void = {
    guard let system else { preconditionFailure("SQLite has a VFS") }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup("vicinity-faulty"))
    vfs.pointee.szOsFile = system.pointee.szOsFile + Int32(FaultyFile.size)
    vfs.pointee.xOpen = { _, path, file, flags, outFlags in FaultyFiles.open(path, file, flags, outFlags) }
    vfs.pointee.xDelete = { _, path, syncsFolder in FaultyFiles.delete(path, syncsFolder) }
    sqlite3_vfs_register(vfs, 1)
  }()

  private static func open(
    _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let system, let open = system.pointee.xOpen, let file else { return SQLITE_CANTOPEN }
    guard let owner = owner(of: path) else { return open(system, path, file, flags, outFlags) }
    let inner = Self.inner(file)
    let code = open(system, path, inner, flags, outFlags)
    guard code == SQLITE_OK else {
      file.pointee.pMethods = nil
      return code
    }
    UnsafeMutableRawPointer(file).bindMemory(to: FaultyFile.self, capacity: 1).initialize(
      to: FaultyFile(base: sqlite3_file(pMethods: methods), owner: .passRetained(owner)))
    return SQLITE_OK
  }

  private static func delete(_ path: UnsafePointer<CChar>?, _ syncsFolder: Int32) -> Int32 {
    guard let system, let delete = system.pointee.xDelete else { return SQLITE_IOERR }
    guard let owner = owner(of: path) else { return delete(system, path, syncsFolder) }
    return owner.disk.perform(.delete, code: SQLITE_IOERR | 10 << 8, event: .delete(file: owner.name)) {
      delete(system, path, syncsFolder)
    }
  }

  private static func inner(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
    (UnsafeMutableRawPointer(file) + FaultyFile.size).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The owner and the methods of the file behind one of ours.
  private static func parts(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> (owner: FileOwner, file: UnsafeMutablePointer<sqlite3_file>, methods: sqlite3_io_methods) {
    guard let file, let methods = inner(file).pointee.pMethods else { preconditionFailure("the file is open") }
    let owner = UnsafeMutableRawPointer(file).assumingMemoryBound(to: FaultyFile.self).pointee.owner
    return (owner.takeUnretainedValue(), inner(file), methods.pointee)
  }

  nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 3
    methods.xClose = { file in
      let (_, inner, methods) = FaultyFiles.parts(file)
      let code = methods.xClose(inner)
      UnsafeMutableRawPointer(file)?.assumingMemoryBound(to: FaultyFile.self).pointee.owner.release()
      return code
    }
    methods.xRead = { file, buffer, count, offset in
      let (owner, inner, methods) = FaultyFiles.parts(file)
      return owner.disk.perform(.read, code: SQLITE_IOERR | 1 << 8, event: nil) {
        methods.xRead(inner, buffer, count, offset)
      }
    }
    methods.xWrite = { file, buffer, count, offset in
      let (owner, inner, methods) = FaultyFiles.parts(file)
      return owner.disk.perform(
        .write, code: SQLITE_IOERR | 3 << 8,
        event: .write(
          file: owner.name, offset: Int(offset),
          bytes: Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))),
        torn: { _ = methods.xWrite(inner, buffer, count / 2, offset) }
      ) {
        methods.xWrite(inner, buffer, count, offset)
      }
    }
    methods.xTruncate = { file, size in
      let (owner, inner, methods) = FaultyFiles.parts(file)
      return owner.disk.perform(
        .truncate, code: SQLITE_IOERR | 6 << 8, event: .truncate(file: owner.name, size: Int(size))
      ) {
        methods.xTruncate(inner, size)
      }
    }
    addHandedOn(to: &methods)
    let kept = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    kept.initialize(to: methods)
    return UnsafePointer(kept)
  }()

  /// The methods that neither fail nor are recorded.
  private static func addHandedOn(to methods: inout sqlite3_io_methods) {
    methods.xFileSize = { file, size in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xFileSize(inner, size)
    }
    methods.xLock = { file, lock in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xLock(inner, lock)
    }
    methods.xUnlock = { file, lock in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xUnlock(inner, lock)
    }
    methods.xCheckReservedLock = { file, result in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xCheckReservedLock(inner, result)
    }
    methods.xFileControl = { file, operation, argument in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xFileControl(inner, operation, argument)
    }
    methods.xSectorSize = { file in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xSectorSize(inner)
    }
    methods.xDeviceCharacteristics = { file in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xDeviceCharacteristics(inner)
    }
    methods.xSync = { file, flags in
      let (owner, inner, methods) = FaultyFiles.parts(file)
      return owner.disk.perform(.sync, code: SQLITE_IOERR | 4 << 8, event: .sync(file: owner.name)) {
        methods.xSync(inner, flags)
      }
    }
    methods.xShmMap = { file, region, size, extends, result in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xShmMap(inner, region, size, extends, result)
    }
    methods.xShmLock = { file, offset, count, flags in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xShmLock(inner, offset, count, flags)
    }
    methods.xShmBarrier = { file in
      let (_, inner, methods) = FaultyFiles.parts(file)
      methods.xShmBarrier(inner)
    }
    methods.xShmUnmap = { file, deletes in
      let (_, inner, methods) = FaultyFiles.parts(file)
      return methods.xShmUnmap(inner, deletes)
    }
    // No page is mapped, so that every one is read.
    methods.xFetch = { _, _, _, page in
      page?.pointee = nil
      return SQLITE_OK
    }
    methods.xUnfetch = { _, _, _ in SQLITE_OK }
  }
}
