import CodedErrors

/// Parses the parts of a rule, each with its position.
struct RuleParser {
  let text: String
  let bytes: [UInt8]
  let leniency: RecurrenceLeniency
  private var seen: Set<String> = []

  init(_ text: String, _ leniency: RecurrenceLeniency) {
    self.text = text
    bytes = Array(text.utf8)
    self.leniency = leniency
  }

  /// A piece of the text with its position.
  struct Piece {
    let text: String
    let position: Int
  }

  mutating func parse() throws(RecurrenceError) -> RecurrenceRule {
    guard bytes.count <= RecurrenceRule.maximumLength else {
      throw syntaxError(Piece(text: text, position: 0), "at most \(RecurrenceRule.maximumLength) bytes")
    }
    var rule = RecurrenceRule(.yearly)
    for part in try parts() { try read(part, into: &rule) }
    guard seen.contains("FREQ") else {
      throw RecurrenceError(
        text, at: bytes.count, found: nil, expected: "FREQ and how often it repeats",
        suggestion: "Write for example FREQ=WEEKLY;BYDAY=FR")
    }
    if leniency == .strict { try checkStrictly(rule) }
    return rule
  }

  func syntaxError(_ piece: Piece, _ expected: String, _ suggestion: String? = nil) -> RecurrenceError {
    let found = piece.text.isEmpty && piece.position >= bytes.count ? nil : piece.text
    return RecurrenceError(text, at: piece.position, found: found, expected: expected, suggestion: suggestion)
  }

  /// The parts between the semicolons, without surrounding spaces and the prefix `RRULE:`.
  private func parts() throws(RecurrenceError) -> [Piece] {
    var pieces = split(bytes[bodyStart...], at: UInt8(ascii: ";"))
    if pieces.count > 1, let last = pieces.last, last.text.isEmpty {
      if leniency == .strict { throw syntaxError(last, "another part, or no \";\" at the end") }
      pieces.removeLast()
    }
    return pieces
  }

  private var bodyStart: Int {
    let blanks = bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let prefix = String(decoding: bytes.dropFirst(blanks).prefix(6), as: UTF8.self)
    return blanks + (prefix.uppercased() == "RRULE:" ? 6 : 0)
  }

  func split(_ slice: ArraySlice<UInt8>, at separator: UInt8) -> [Piece] {
    var pieces: [Piece] = []
    var start = slice.startIndex
    for index in slice.indices where slice[index] == separator {
      pieces.append(piece(slice[start..<index]))
      start = index + 1
    }
    return pieces + [piece(slice[start...])]
  }

  private func piece(_ slice: ArraySlice<UInt8>) -> Piece {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    let start = slice.firstIndex { !isBlank($0) } ?? slice.endIndex
    let end = slice.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return Piece(text: String(decoding: slice[start..<end], as: UTF8.self), position: start)
  }

  private mutating func read(_ part: Piece, into rule: inout RecurrenceRule) throws(RecurrenceError) {
    let slice = bytes[part.position..<(part.position + part.text.utf8.count)]
    guard let equals = slice.firstIndex(of: UInt8(ascii: "=")) else {
      throw syntaxError(part, "a part such as FREQ=WEEKLY")
    }
    let name = piece(slice[..<equals])
    let key = name.text.uppercased()
    guard let known = RulePart(rawValue: key) else { throw unknown(name) }
    guard seen.insert(key).inserted else { throw syntaxError(name, "each part once") }
    try read(known, piece(slice[(equals + 1)...]), into: &rule)
  }

  private func unknown(_ name: Piece) -> RecurrenceError {
    let key = name.text.uppercased()
    if key == "RSCALE" || key == "SKIP" {
      return syntaxError(
        name, "a part of RFC 5545",
        "Rules in other calendars (RFC 7529) are not supported; leave \(key) out for Gregorian dates")
    }
    let names = RulePart.allCases.map(\.rawValue)
    return syntaxError(
      name, "one of \(names.joined(separator: ", "))", Suggestion.question(for: key, among: names))
  }
}

/// The names of the parts of a rule.
enum RulePart: String, CaseIterable {
  case frequency = "FREQ"
  case interval = "INTERVAL"
  case count = "COUNT"
  case until = "UNTIL"
  case month = "BYMONTH"
  case weekNumber = "BYWEEKNO"
  case yearDay = "BYYEARDAY"
  case monthDay = "BYMONTHDAY"
  case day = "BYDAY"
  case hour = "BYHOUR"
  case minute = "BYMINUTE"
  case second = "BYSECOND"
  case setPosition = "BYSETPOS"
  case weekStart = "WKST"
}
