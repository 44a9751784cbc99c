import Streams

/// The log of an open file whose name now belongs to another file.
///
/// SQLite finds the log of a file only by name, and would replay it into the new one
/// (https://sqlite.org/howtocorrupt.html, 2.4).
struct LeftLog: Sendable {
  private let target: String
  private let stamp: FileStamp

  /// - Parameter target: the path of the database without symbolic links; a connection has its log open.
  init?(of target: String) {
    guard let stamp = FileStamp(path: target + "-wal") else { return nil }
    (self.target, self.stamp) = (target, stamp)
  }

  /// Nil if the log has been removed already, or is that of another file. Must be asked while a connection has the log
  /// open: afterwards another file may get its number.
  var ifNamed: LeftLog? { FileStamp(path: target + "-wal")?.isSameFile(as: stamp) == true ? self : nil }

  /// Removes the log if it still exists and has not been written since the file was replaced.
  func remove() {
    guard let log = FileStamp(path: target + "-wal"), log.isSameFile(as: stamp), log.size > 0,
      let main = FileStamp(path: target), log.isWrittenBefore(placing: main)
    else { return }
    CatalogFile.remove([target + "-wal", target + "-shm"])
  }
}
