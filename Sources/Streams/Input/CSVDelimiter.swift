/// Guesses the delimiter of a table.
package enum CSVDelimiter {
  private static let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]

  /// The delimiter of a first line `sep=;`, as spreadsheets write it, and the length of that line with its end; nil
  /// without such a line.
  package static func declared(_ head: UnsafeBufferPointer<UInt8>) -> (delimiter: UInt8, length: Int)? {
    let start = head.first == UInt8(ascii: "\"") ? 1 : 0
    guard head.count > start + 5, String(decoding: head[start..<start + 4], as: UTF8.self).lowercased() == "sep=" else {
      return nil
    }
    // Spreadsheets fill the line with delimiters up to the number of columns.
    let fillers = Set("\"\r, ".utf8).union([head[start + 4]])
    var length = start + 5
    while length < head.count, head[length] != UInt8(ascii: "\n") {
      guard fillers.contains(head[length]) else { return nil }
      length += 1
    }
    return length < head.count ? (head[start + 4], length + 1) : nil
  }

  /// Whether a byte is part of empty lines, which are no rows.
  package static func isBlank(_ byte: UInt8) -> Bool { "\r\n ".utf8.contains(byte) }

  /// The candidate that occurs most often outside quotes in the first line of `head`; a comma when none does.
  package static func guess(_ head: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var counts = [Int](repeating: 0, count: candidates.count)
    var isQuoted = false
    for byte in head.drop(while: isBlank) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == UInt8(ascii: "\n") { break }
      if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return counts.firstIndex(of: most).map { candidates[$0] } ?? UInt8(ascii: ",")
  }
}
