extension StringProtocol {
  /// The text without surrounding white space.
  package var trimmingSpaces: String {
    if utf8.withContiguousStorageIfAvailable({ Self.isTrimmed($0.first, $0.last) }) == true { return String(self) }
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return String(self) }
    let tail = drop { $0.isWhitespace }
    guard let end = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(tail[...end])
  }

  /// Whether the first and last byte of a text are visible ASCII; false for other characters.
  private static func isTrimmed(_ first: UInt8?, _ last: UInt8?) -> Bool {
    guard let first, let last else { return false }
    return 0x21..<0x7F ~= first && 0x21..<0x7F ~= last
  }

  /// The text without surrounding white space, nil when nothing is left.
  package var nonEmpty: String? {
    let text = trimmingSpaces
    return text.isEmpty ? nil : text
  }
}

extension String {
  /// The text without a final full stop, for use inside another sentence.
  package var trimmingSentence: String { hasSuffix(".") ? String(dropLast()) : self }
}
