/// Splits a text into tokens and normalizes spelling, so that the parser sees only the symbols of the specification.
struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>
  let options: ParserOptions
  var position = 0
  var tokens: [Token] = []
  var comments: [String] = []
  var warnings: [OpeningHoursWarning] = []
  var isSpaced = false
  /// Whether a word says that the numbers are hours of a 24-hour clock, as "Uhr" does.
  var speaksOfTheClock = false
  /// Whether words say that the place is closed for good.
  var isShutForGood = false
  /// The languages that have all words read so far.
  var spoken = Languages.all
  /// The words that limit them.
  var speakers: Set<String> = []
  /// Words whose meaning depends on the language.
  var homographs: [Homograph] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ParserOptions) {
    self.bytes = bytes
    self.options = options
    tokens.reserveCapacity(bytes.count / 2 + 2)
  }

  /// Reads the whole text; the last token is `.end`.
  mutating func run() throws(OpeningHoursError) {
    while position < bytes.count { try next() }
    if options.leniency == .tolerant {
      try settleLanguages()
      dropPlainSince()
    }
    tokens.append(Token(kind: .end, start: Int32(position), end: Int32(position), isSpaced: isSpaced))
  }

  private mutating func next() throws(OpeningHoursError) {
    switch bytes[position] {
    case 0x20, 0x09, 0x0A, 0x0D: skipSpace()
    case 0x30...0x39: try number()
    case 0x41...0x5A, 0x61...0x7A: try word()
    case 0x80...: try unicode()
    case UInt8(ascii: "\""): try comment(openedBy: 1)
    default: try sign()
    }
  }

  private mutating func skipSpace() {
    isSpaced = true
    position += 1
  }

  /// One ASCII symbol.
  private mutating func sign() throws(OpeningHoursError) {
    switch bytes[position] {
    case UInt8(ascii: ";"): add(.semicolon, 1)
    case UInt8(ascii: ","): add(.comma, 1)
    case UInt8(ascii: "-"): add(.hyphen, 1)
    case UInt8(ascii: "+"): add(.plus, 1)
    case UInt8(ascii: "/"): add(.slash, 1)
    case UInt8(ascii: ":"): add(.colon, 1)
    case UInt8(ascii: "["): add(.openBracket, 1)
    case UInt8(ascii: "]"): add(.closeBracket, 1)
    case UInt8(ascii: "("): add(.openParenthesis, 1)
    case UInt8(ascii: ")"): add(.closeParenthesis, 1)
    default: try sloppySign()
    }
  }

  /// A symbol that the specification does not have, or a doubled one.
  private mutating func sloppySign() throws(OpeningHoursError) {
    switch bytes[position] {
    case UInt8(ascii: "|") where byte(1) == UInt8(ascii: "|"): add(.fallback, 2)
    case UInt8(ascii: "'"): try quoted(length: 1)
    case UInt8(ascii: "&"): try replace(.comma, 1, ",")
    case UInt8(ascii: "~"): try replace(.hyphen, 1, "-")
    case UInt8(ascii: "_"): try replaceBySpace(1, isUncommon: true)
    case UInt8(ascii: ".") where endsAbbreviation:
      try warn(1, "an abbreviation has no dot", correction: "")
      position += 1
    case UInt8(ascii: ".") where endsText:
      try warn(1, "no full stop at the end", correction: "", isUncommon: true)
      position += 1
    case UInt8(ascii: ".") where endsRule: try replace(.semicolon, 1, ";", isUncommon: true)
    case UInt8(ascii: "|"):
      let isList = byte(1) == 0x20 ? digit(2) != nil : digit(1) != nil
      try replace(isList ? .comma : .semicolon, 1, isList ? "," : ";", isUncommon: true)
    default: throw failure("a rule")
    }
  }

  /// Whether a dot here ends a rule after its times.
  private var endsRule: Bool {
    guard let last = tokens.last, last.end == Int32(position) else { return false }
    return last.endsSentence && byte(1) == 0x20
  }

  /// Whether a dot here is the full stop at the end of the text.
  private var endsText: Bool {
    guard let last = tokens.last, last.end == Int32(position) || last.endsSentence else { return false }
    return bytes[(position + 1)...].allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Whether a dot here belongs to the word before, as in `Nov.`.
  private var endsAbbreviation: Bool {
    guard let last = tokens.last, last.end == Int32(position) else { return false }
    return last.kind == .weekday || last.kind == .month || last.kind == .holiday
  }
}

extension Lexer {
  /// The byte `offset` places ahead; 0 beyond the end.
  func byte(_ offset: Int) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  func digit(_ offset: Int) -> Int? {
    let value = byte(offset) &- 0x30
    return value < 10 ? Int(value) : nil
  }

  func text(from start: Int, to end: Int) -> String {
    String(decoding: bytes[start..<min(end, bytes.count)], as: UTF8.self)
  }

  /// The text of a token.
  func text(of token: Token) -> String { text(from: Int(token.start), to: Int(token.end)) }

  /// Adds a token for the next bytes.
  mutating func add(_ kind: Token.Kind, _ length: Int, value: Int = 0) {
    tokens.append(
      Token(
        kind: kind, value: Int32(truncatingIfNeeded: value), start: Int32(position), end: Int32(position + length),
        isSpaced: isSpaced))
    isSpaced = false
    position += length
  }

  mutating func replace(_ kind: Token.Kind, _ length: Int, _ correction: String, isUncommon: Bool = false)
    throws(OpeningHoursError)
  {
    try warn(length, "a sign of another kind", correction: correction, isUncommon: isUncommon)
    add(kind, length)
  }

  mutating func replaceBySpace(_ length: Int, isUncommon: Bool = false) throws(OpeningHoursError) {
    try warn(length, "not an ordinary space", correction: " ", isUncommon: isUncommon)
    isSpaced = true
    position += length
  }

  /// Records a warning for the next bytes, or throws when the leniency does not allow them.
  mutating func warn(_ length: Int, _ problem: String, correction: String?, isUncommon: Bool = false)
    throws(OpeningHoursError)
  {
    guard options.leniency != .strict, !isUncommon || options.leniency == .tolerant else {
      throw failure("the correct form", suggestion: correction.map { "Write \"\($0)\"." })
    }
    guard warnings.count < Lexer.maximumWarnings else { return }
    warnings.append(
      OpeningHoursWarning(
        position: position, found: text(from: position, to: position + length), problem: problem,
        correction: correction, isUncommon: isUncommon))
  }

  /// Enough to display; a hostile text could cause thousands.
  static let maximumWarnings = 100

  func failure(_ expected: String, at place: Int? = nil, suggestion: String? = nil) -> OpeningHoursError {
    let place = place ?? position
    return OpeningHoursError(
      text: excerpt, position: place, found: place < bytes.count ? scalarText(at: place) : nil, expected: expected,
      suggestion: suggestion)
  }

  /// The text, truncated to fit in a message.
  var excerpt: String {
    let whole = text(from: 0, to: min(bytes.count, 512))
    return whole.count > 80 ? whole.prefix(80) + "…" : whole
  }

  /// The word, number or character at a position.
  private func scalarText(at place: Int) -> String {
    var end = place + 1
    let isWord = Lexer.isWordByte(bytes[place])
    while end < bytes.count, end - place < 24, isWord ? Lexer.isWordByte(bytes[end]) : bytes[end] & 0xC0 == 0x80 {
      end += 1
    }
    return text(from: place, to: end)
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}
