extension Lexer {
  /// A comment; the opening quote is `length` bytes long and the closing one is `"`.
  mutating func comment(openedBy length: Int) throws(OpeningHoursError) {
    var end = position + length
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += 1 }
    guard end < bytes.count else {
      throw failure("a closing quote", at: bytes.count, suggestion: "End the comment with \".")
    }
    comments.append(text(from: position + length, to: end))
    add(.comment, end + 1 - position, value: comments.count - 1)
  }

  /// A comment in other kinds of quotes, ended by the first closing quote of any kind.
  mutating func quoted(length: Int) throws(OpeningHoursError) {
    var end = position + length
    while end < bytes.count, closingWidth(at: end) == nil { end += 1 }
    guard let width = closingWidth(at: end) else {
      throw failure("a closing quote", at: bytes.count, suggestion: "Comments belong in \"quotes\".")
    }
    let inner = text(from: position + length, to: end)
    guard !inner.isEmpty else { throw failure("a comment", suggestion: "Comments belong in \"quotes\".") }
    try warn(end + width - position, "quotes of another kind", correction: "\"\(inner)\"")
    comments.append(inner)
    add(.comment, end + width - position, value: comments.count - 1)
  }

  /// The length in bytes of a closing quote at a position, nil when there is none.
  private func closingWidth(at place: Int) -> Int? {
    guard place < bytes.count else { return nil }
    if bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") { return 1 }
    guard bytes[place] >= 0xC0, let scalar = scalar(at: place - position) else { return nil }
    return Lexer.closingQuotes.contains(scalar.value) ? UTF8.width(scalar) : nil
  }

  /// ‘ ’ “ ” » 」 』; German uses “ to close what „ opened.
  private static let closingQuotes: [UInt32] = [0x2018, 0x2019, 0x201C, 0x201D, 0x00BB, 0x300D, 0x300F]
}
