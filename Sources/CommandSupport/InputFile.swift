import Foundation

/// A file named on the command line; `-` is standard input.
package struct InputFile {
  package let path: String

  package init(path: String) { self.path = path }

  /// Passes the open file to `body`.
  package func read<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    if path == "-" { return try body(STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw InputError(path: path, code: errno) }
    defer { close(descriptor) }
    return try body(descriptor)
  }
}

extension InputFile {
  /// The whole contents.
  package func bytes() throws -> [UInt8] {
    Array(try read { try FileHandle(fileDescriptor: $0, closeOnDealloc: false).readToEnd() } ?? Data())
  }

  /// The whole text; bytes that are not UTF-8 become U+FFFD.
  package func text() throws -> String { String(decoding: try bytes(), as: UTF8.self) }
}

/// A file that cannot be opened.
private struct InputError: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  var description: String { "cannot read \(path): \(String(cString: strerror(code)))" }
}
