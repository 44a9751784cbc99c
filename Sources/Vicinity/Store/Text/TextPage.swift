/// A leaf page of the text index: words, each with the list of the rows that have it.
///
/// As of `fts5_index.c`, a page has the offset of the first row that belongs to a word of an earlier page, or 0, and
/// that of its footer, both in two bytes; then the rest of the list of that word, and the words with their lists. The
/// footer has the offsets of the words, the first from the beginning of the page, each other one from the one before
/// it. A word is stored as what differs from the word before it on its page, the first as a whole.
struct TextPage {
  private let bytes: UnsafeRawBufferPointer
  /// The end of the lists.
  private let end: Int
  private var footer: Int
  /// The offset of the next word; `end` after the last.
  private var offset: Int
  private var isFirst = true
  private var word: [UInt8] = []

  /// Each word begins with the number of its index; the other indexes are of prefixes.
  static let mainIndex = UInt8(ascii: "0")

  private static let header = 4

  /// - Throws: `CatalogError.damaged` for a malformed page.
  init(bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count >= Self.header else { throw Self.damaged }
    self.bytes = bytes
    end = Int(bytes[2]) << 8 | Int(bytes[3])
    (footer, offset) = (end, 0)
    guard (Self.header...bytes.count).contains(end) else { throw Self.damaged }
    try findNext()
  }

  /// The list, or the part of it, that belongs to a word of an earlier page. Valid before the first word is read.
  var continued: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[Self.header..<offset]) }

  /// Whether there is another word.
  var hasNext: Bool { offset < end }

  /// The next word, with the number of its index before it, and its list, or the part of it on this page.
  mutating func next<Result>(
    _ body: (_ word: UnsafeRawBufferPointer, _ list: UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    var position = offset
    let kept = isFirst ? 0 : try number(at: &position, before: end)
    let added = try number(at: &position, before: end)
    guard kept <= word.count, added <= end - position else { throw Self.damaged }
    word.removeSubrange(kept...)
    word += bytes[position..<(position + added)]
    position += added
    isFirst = false
    try findNext()
    guard position <= offset else { throw Self.damaged }
    return try word.withUnsafeBytes { try body($0, UnsafeRawBufferPointer(rebasing: bytes[position..<offset])) }
  }

  private mutating func findNext() throws {
    guard footer < bytes.count else { return offset = end }
    offset += try number(at: &footer, before: bytes.count)
    guard (Self.header..<end).contains(offset) else { throw Self.damaged }
  }

  private func number(at position: inout Int, before end: Int) throws -> Int {
    guard let number = Self.number(in: bytes, at: &position, before: end) else { throw Self.damaged }
    return number
  }

  /// A number of seven bits per byte, the most significant first; all but the last byte have the highest bit set.
  ///
  /// - Returns: nil for more than 40 bits, or without an end.
  @inline(__always)
  static func number(in bytes: UnsafeRawBufferPointer, at position: inout Int, before end: Int) -> Int? {
    var number = 0
    while position < end, number < 1 << 33 {
      let byte = bytes[position]
      position += 1
      number = number << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return number }
    }
    return nil
  }

  static var damaged: CatalogError {
    .damaged(place: "listing_text", problem: "a page of the text index has no list of its words")
  }
}

/// A list of rows with their positions, read part by part.
///
/// Each row is followed by twice the number of the bytes of its positions, plus one if the row had the word before. The
/// first row on a page is stored in full, each other one as the difference from the row before it. Positions are
/// numbers; a 1 says that the next number is that of a column, and that positions in it follow. A list that goes on
/// on another page is divided between two numbers.
struct TextRows {
  /// Some columns of the text index, a bit for each.
  typealias Columns = UInt8

  /// Whether the columns are read; without, all are given for a row that has the word.
  let readsColumns: Bool
  /// The bytes of positions that follow on the next page.
  private var rest = 0
  private var row = 0
  private var columns: Columns = 0
  private var column = 0
  private var isColumnNext = false

  init(readsColumns: Bool) { self.readsColumns = readsColumns }

  /// Passes on the rows of the part of a list that is on one page; a row whose positions go on on the next page is
  /// passed on there.
  ///
  /// - Parameter body: gets each row, and the columns with the word: an entry without positions says that a row in
  ///   older segments no longer has it.
  @inline(__always)
  mutating func read(_ part: UnsafeRawBufferPointer, _ body: (_ row: Int, _ columns: Columns) -> Void) throws {
    var position = 0
    if rest > 0 { try readPositions(of: part, at: &position, body) }
    var row = 0
    while position < part.count {
      guard let step = TextPage.number(in: part, at: &position, before: part.count),
        let size = TextPage.number(in: part, at: &position, before: part.count)
      else { throw TextPage.damaged }
      row += step
      (self.row, rest, columns, column, isColumnNext) = (row, size / 2, 0, 0, false)
      if rest == 0 { body(row, 0) } else { try readPositions(of: part, at: &position, body) }
    }
  }

  @inline(__always)
  private mutating func readPositions(
    of part: UnsafeRawBufferPointer, at position: inout Int, _ body: (_ row: Int, _ columns: Columns) -> Void
  ) throws {
    let end = position + min(rest, part.count - position)
    rest -= end - position
    if readsColumns {
      while position < end {
        guard let number = TextPage.number(in: part, at: &position, before: end) else { throw TextPage.damaged }
        if isColumnNext {
          (column, isColumnNext) = (number, false)
        } else if number == 1 {
          isColumnNext = true
        } else if column < Columns.bitWidth {
          columns |= 1 << Columns(column)
        }
      }
    } else {
      (position, columns) = (end, .max)
    }
    if rest == 0 { body(row, columns) }
  }
}
