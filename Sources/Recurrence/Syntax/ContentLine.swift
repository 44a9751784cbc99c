/// A line of iCalendar: a name, parameters and a value (RFC 5545, 3.1).
struct ContentLine: Hashable, Sendable {
  /// In capitals.
  let name: String
  /// Names in capitals; values without quotes, RFC 6868's `^n`, `^^` and `^'` decoded.
  let parameters: [(name: String, values: [String])]
  let value: String
  /// The position of the value, in UTF-8 bytes from the start of the line.
  let valuePosition: Int

  static func == (left: ContentLine, right: ContentLine) -> Bool {
    left.name == right.name && left.value == right.value
      && left.parameters.elementsEqual(right.parameters) { $0.name == $1.name && $0.values == $1.values }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
  }

  /// The first value of a parameter.
  subscript(_ parameter: String) -> String? { parameters.first { $0.name == parameter }?.values.first }
}

extension ContentLine {
  init(parsing text: String) throws(RecurrenceError) {
    var scanner = ContentLineScanner(text)
    name = try scanner.name("the name of a property").uppercased()
    var parameters: [(name: String, values: [String])] = []
    while scanner.take(UInt8(ascii: ";")) {
      let parameter = try scanner.name("the name of a parameter").uppercased()
      guard scanner.take(UInt8(ascii: "=")) else { throw scanner.failure("\"=\" after \(parameter)") }
      var values = [try scanner.parameterValue()]
      while scanner.take(UInt8(ascii: ",")) { values.append(try scanner.parameterValue()) }
      parameters.append((parameter, values))
    }
    guard scanner.take(UInt8(ascii: ":")) else { throw scanner.failure("\":\" before the value") }
    self.parameters = parameters
    valuePosition = scanner.position
    value = scanner.rest
  }
}

/// Parses the parts of a content line.
struct ContentLineScanner {
  private let text: String
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  var rest: String { String(decoding: bytes[position...], as: UTF8.self) }

  func failure(_ expected: String) -> RecurrenceError {
    RecurrenceError(text, at: position, found: position < bytes.count ? rest : nil, expected: expected)
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Letters, digits and hyphens.
  mutating func name(_ expected: String) throws(RecurrenceError) -> String {
    let name = bytes[position...].prefix { byte in
      byte == 0x2D || byte == 0x5F || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }
    guard !name.isEmpty else { throw failure(expected) }
    position += name.count
    return String(decoding: name, as: UTF8.self)
  }

  /// A value in quotes or up to the next `,` `;` `:`.
  mutating func parameterValue() throws(RecurrenceError) -> String {
    let isQuoted = take(UInt8(ascii: "\""))
    let value = bytes[position...].prefix { byte in
      isQuoted ? byte != 0x22 : byte != 0x2C && byte != 0x3B && byte != 0x3A
    }
    position += value.count
    if isQuoted, !take(UInt8(ascii: "\"")) { throw failure("a closing quotation mark") }
    return Self.decoded(String(decoding: value, as: UTF8.self))
  }

  /// Decodes RFC 6868 escapes.
  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "^")) else { return text }
    var result = ""
    var isEscape = false
    for scalar in text.unicodeScalars {
      if isEscape {
        isEscape = false
        switch scalar {
        case "n": result.append("\n")
        case "^": result.append("^")
        case "'": result.append("\"")
        default: result.unicodeScalars.append(contentsOf: ["^", scalar])
        }
      } else if scalar == "^" {
        isEscape = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return isEscape ? result + "^" : result
  }
}
