import Streams

/// The beginning of a table.
enum TableHead {
  /// The fields of the first line; for guessing only, so quotes are just stripped.
  static func firstFields(_ head: UnsafeBufferPointer<UInt8>) -> [String] {
    let declared = CSVDelimiter.declared(head)
    let delimiter = declared?.delimiter ?? CSVDelimiter.guess(head)
    var fields: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in head.dropFirst(declared?.length ?? 0).drop(while: CSVDelimiter.isBlank) {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "\n"), !isQuoted {
        break
      } else if byte == delimiter, !isQuoted {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self).trimmingSpaces }
  }
}
