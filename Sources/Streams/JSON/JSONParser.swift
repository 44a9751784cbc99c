import CodedErrors

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A JSON syntax error and the byte where it was detected.
public struct JSONSyntaxError: CodedError, Hashable {
  /// What was expected or found.
  public var problem: String
  /// Zero-based offset into the bytes parsed.
  public var offset: Int

  /// Stable, for programs.
  public var code: String { "not-json" }

  /// The problem with its position, counted from 1.
  public var description: String { "not valid JSON at byte \(offset + 1): \(problem)" }
}

/// A strict JSON reader over bytes.
///
/// Foundation's decoder is an order of magnitude slower on lines of a few hundred bytes and, without a schema, loses
/// integers above 2^53; a bulk import can afford neither.
package struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  private var depth = 0
  private let maximumDepth: Int

  /// The maximum nesting depth, so that hostile input cannot exhaust the stack.
  static let maximumDepth = 128

  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0, maximumDepth: Int = maximumDepth) {
    self.bytes = bytes
    self.position = position
    self.maximumDepth = maximumDepth
  }

  /// Parses `text` as exactly one value.
  package static func parse(_ text: some Sequence<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    let contiguous = ContiguousArray(text)
    let result: Result<JSONValue, JSONSyntaxError> = contiguous.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONSyntaxError) in try parse(buffer) }
    }
    return try result.get()
  }

  /// Parses `buffer` as exactly one value.
  package static func parse(
    _ buffer: UnsafeBufferPointer<UInt8>, maximumDepth: Int = maximumDepth
  ) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(buffer, maximumDepth: maximumDepth)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == buffer.count else { throw parser.syntaxError("something follows the value") }
    return value
  }

  /// Parses one value, skipping white space before it.
  mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    guard let byte = peek() else { throw syntaxError("the text ends where a value should be") }
    switch byte {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONSyntaxError) in .object(try parser.object()) }
    case UInt8(ascii: "["): return try nested { parser throws(JSONSyntaxError) in .array(try parser.array()) }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  func syntaxError(_ problem: String) -> JSONSyntaxError { JSONSyntaxError(problem: problem, offset: position) }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    guard depth < maximumDepth else { throw syntaxError("nested deeper than \(maximumDepth) levels") }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return try body(&self)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONObject {
    var object = JSONObject()
    skipSpace()
    if take(UInt8(ascii: "}")) { return object }
    object.members.reserveCapacity(16)
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw syntaxError("expected a key in double quotes") }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw syntaxError("expected ':' after the key \"\(key)\"") }
      object.members.append(.init(key: key, value: try value()))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) { return object }
      throw syntaxError("expected ',' or '}'")
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return elements }
      throw syntaxError("expected ',' or ']'")
    }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count,
      (0..<count).allSatisfy({ bytes[position + $0] == word.utf8Start[$0] })
    else {
      throw syntaxError("expected a value")
    }
    position += count
    return value
  }
}

// MARK: - Strings

extension JSONParser {
  /// Parses a string; the opening quote is at `position`.
  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    var union: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let utf8 = UnsafeBufferPointer(rebasing: bytes[start..<position])
        // Validating non-ASCII text costs several times the rest.
        let text = union < 0x80 ? Self.ascii(utf8) : try decoded(utf8)
        position += 1
        return text
      }
      union |= byte
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw syntaxError("a control character inside a string; write it as \\u00XX") }
      position += 1
    }
    throw syntaxError("the string that starts at byte \(start) does not end")
  }

  @inline(__always)
  private static func ascii(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
  }

  private func decoded(_ utf8: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw syntaxError("a string is not valid UTF-8; convert the file to UTF-8 first")
    }
    return text
  }

  /// The slow path: at least one escape.
  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var text = [UInt8](bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        let result: Result<String, JSONSyntaxError> = text.withUnsafeBufferPointer { buffer in
          Result { () throws(JSONSyntaxError) in try decoded(buffer) }
        }
        return try result.get()
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw syntaxError("a control character inside a string; write it as \\u00XX")
      default: text.append(byte)
      }
    }
    throw syntaxError("the string that starts at byte \(start) does not end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = peek() else { throw syntaxError("the text ends inside an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "u"): text.append(contentsOf: Character(try unicodeScalar()).utf8)
    default: throw syntaxError("unknown escape \\\(Character(Unicode.Scalar(byte)))")
    }
  }

  private mutating func unicodeScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let high = try hex4()
    if let scalar = Unicode.Scalar(high) { return scalar }
    // A surrogate: a pair forms one scalar; an unpaired one is replaced, as Unicode recommends.
    guard (0xD800..<0xDC00).contains(high), position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let before = position
    position += 2
    let low = try hex4()
    guard (0xDC00..<0xE000).contains(low) else {
      position = before
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hex4() throws(JSONSyntaxError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw syntaxError("the text ends inside \\u") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw syntaxError("expected four hexadecimal digits after \\u")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

// MARK: - Numbers

extension JSONParser {
  /// Parses a number: an exact integer where it fits, else the nearest double.
  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let digitsStart = position
    var mantissa: UInt64 = 0
    var overflow = false
    mutatingDigits { digit in
      let (product, carried) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, carriedAgain) = product.addingReportingOverflow(UInt64(digit))
      mantissa = sum
      overflow = overflow || carried || carriedAgain
    }
    let digits = position - digitsStart
    guard digits > 0 else { throw syntaxError("expected a value") }
    guard digits == 1 || bytes[digitsStart] != UInt8(ascii: "0") else {
      throw syntaxError("a number may not start with 0")
    }
    var scale = 0
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      let fractionStart = position
      mutatingDigits { digit in
        let (product, carried) = mantissa.multipliedReportingOverflow(by: 10)
        let (sum, carriedAgain) = product.addingReportingOverflow(UInt64(digit))
        mantissa = sum
        overflow = overflow || carried || carriedAgain
      }
      scale = position - fractionStart
      guard scale > 0 else { throw syntaxError("expected a digit after the decimal point") }
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      overflow = true  // leave exponents to strtod
      position += 1
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      let exponentStart = position
      mutatingDigits { _ in }
      guard position > exponentStart else { throw syntaxError("expected digits in the exponent") }
    }
    if isInteger, !overflow, mantissa <= UInt64(Int64.max) {
      return .int(isNegative ? -Int64(mantissa) : Int64(mantissa))
    }
    // Exact when the mantissa fits 53 bits and the power of ten is exact (Clinger 1990, doi:10.1145/93542.93557).
    if !overflow, mantissa < 1 << 53, scale <= 22 {
      let magnitude = Double(mantissa) / powersOfTen[scale]
      return .double(isNegative ? -magnitude : magnitude)
    }
    return .double(strtodValue(from: start))
  }

  @inline(__always)
  private mutating func mutatingDigits(_ body: (UInt8) -> Void) {
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { return }
      body(digit)
      position += 1
    }
  }

  private func strtodValue(from start: Int) -> Double {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    return strtod(text, nil)
  }
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]
