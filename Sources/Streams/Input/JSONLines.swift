/// Streams the values of JSON Lines: one per line, skipping empty lines; a record separator (RFC 8142) may precede a
/// value.
package final class JSONLines: JSONElementStream {
  private let lines: LineReader
  private var current = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  package private(set) var firstForeignLine: Int?

  package init(_ buffer: InputBuffer) { lines = LineReader(buffer) }

  package func next() throws(InputError) -> JSONElement? {
    while let line = try lines.next() {
      current = Self.withoutSeparator(line)
      if Self.isBlank(current) { continue }
      var isForeign = false
      let value = JSONValue.parseLeniently(current, foreign: &isForeign)
      if isForeign, firstForeignLine == nil { firstForeignLine = lines.lineNumber }
      return JSONElement(line: lines.lineNumber, value: value)
    }
    return nil
  }

  package var text: String { TextDecoding.text(current).text }

  /// A line without the record separator before its value.
  package static func withoutSeparator(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    line.first == 0x1E ? UnsafeBufferPointer(rebasing: line.dropFirst()) : line
  }

  /// Whether a line has no value.
  package static func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}
