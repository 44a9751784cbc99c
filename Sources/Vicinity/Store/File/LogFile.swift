import GRDBSQLite

/// The WAL file of a catalog, read through a connection that holds the write lock, so that the file does not change.
///
/// It begins with a header of 32 bytes; each committed page follows a frame header of 24 bytes, with a checksum over
/// everything before it. After a power failure SQLite reads as far as the checksums are valid
/// (https://sqlite.org/fileformat2.html, 4.1 and 4.2).
struct LogFile {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods
  private let committed: LogIndex.Header

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// - Throws: `Unreadable` if there is no log.
  init(of connection: OpaquePointer) throws {
    guard let file = SQLiteFile.journal(of: connection),
      let methods = file.pointee.pMethods, let index = LogIndex.first(of: connection)
    else { throw Unreadable(problem: "SQLite has no log open") }
    (self.file, self.methods, committed) = (file, methods.pointee, LogIndex.Header(index))
  }

  /// Why the log cannot be verified.
  struct Unreadable: Error, CustomStringConvertible {
    let problem: String
    var description: String { problem }
  }

  /// Rewrites the whole log unchanged, so that the next sync has to write all of it.
  ///
  /// - Throws: `Unreadable` when part of it cannot be read or written, or when the system no longer has what was
  ///   committed.
  /// - Complexity: O(n) in the size of the log.
  func rewrite() throws {
    let header = try rewrite(Self.headerSize, at: 0)
    var end = Self.headerSize
    if committed.frames > 0 {
      var checksum = LogChecksum(isBigEndian: header[3] & 1 == 1)
      checksum.add(header[..<24])
      for _ in 0..<committed.frames {
        let frame = try rewrite(Self.frameHeaderSize + committed.pageSize, at: end)
        checksum.add(frame[..<8])
        checksum.add(frame[Self.frameHeaderSize...])
        guard frame[8..<16] == header[16..<24], checksum.isWritten(in: frame[16..<24]) else { throw Self.lost }
        end += frame.count
      }
      guard checksum.sums == committed.checksum else { throw Self.lost }
    }
    // The rest predates the last restart of the log. Until the new header is on disk, the old header there makes it
    // valid.
    let size = try size()
    while end < size { end += try rewrite(min(1 << 16, size - end), at: end).count }
  }

  private static let lost = Unreadable(problem: "the system has lost a part of the log")

  /// Rewrites a piece.
  private func rewrite(_ count: Int, at offset: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try succeed(methods.xRead(file, &bytes, Int32(count), Int64(offset)))
    try succeed(methods.xWrite(file, bytes, Int32(count), Int64(offset)))
    return bytes
  }

  private func size() throws -> Int {
    var size: Int64 = 0
    try succeed(methods.xFileSize(file, &size))
    return Int(size)
  }

  private func succeed(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Unreadable(problem: "the log: \(String(cString: sqlite3_errstr(code)))") }
  }
}

/// The checksum by which SQLite detects incompletely written frames: over 32-bit words, two at a time.
private struct LogChecksum {
  let isBigEndian: Bool
  private(set) var sums = SIMD2<UInt32>()

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// - Parameter bytes: a multiple of eight.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 8) {
        sums[0] &+= word(bytes, offset) &+ sums[1]
        sums[1] &+= word(bytes, offset + 4) &+ sums[0]
      }
    }
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }

  /// Whether these bytes, which are big-endian in every log, contain this checksum.
  func isWritten(in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.elementsEqual((0..<2).flatMap { sum in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sums[sum] >> $0) } })
  }
}
