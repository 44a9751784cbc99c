import Streams
import Vicinity

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes rejected rows as JSON Lines: `{"file":…,"line":…,"code":…,"reason":…,"row":…}`, with the original
/// text of the row.
final class RejectsFile {
  private let path: String
  private let source: String
  private let file: UnsafeMutablePointer<FILE>
  private var writer = JSONWriter()

  /// Creates the file, or truncates it unless rows are to be appended.
  ///
  /// - Parameter source: the file that the rows come from.
  init(path: String, adding: Bool, source: String) throws(ImportError) {
    self.path = path
    self.source = source
    guard let file = fopen(path, adding ? "a" : "w") else {
      throw .notWritable(path: path, reason: String(cString: strerror(errno)))
    }
    self.file = file
  }

  deinit { fclose(file) }

  func write(_ rejection: RowRejection, line: Int, row: String) throws(ImportError) {
    writer.removeAll()
    writer.object { writer in
      writer.key("file")
      writer.string(source)
      writer.key("line")
      writer.int(line)
      writer.key("code")
      writer.string(rejection.code)
      writer.key("reason")
      writer.string(rejection.description)
      writer.key("row")
      writer.string(row)
    }
    writer.newline()
    let written = fwrite(writer.bytes, 1, writer.bytes.count, file)
    guard written == writer.bytes.count else { throw failure() }
  }

  /// Flushes everything to disk.
  func finish() throws(ImportError) {
    guard fflush(file) == 0 else { throw failure() }
  }

  private func failure() -> ImportError { .notWritable(path: path, reason: String(cString: strerror(errno))) }
}
