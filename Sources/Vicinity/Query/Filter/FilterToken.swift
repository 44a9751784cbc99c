/// A token of CQL2 text.
struct FilterToken: Hashable {
  enum Form: Hashable {
    /// A name or keyword, as written.
    case name(String)
    /// A name between double quotes.
    case quotedName(String)
    case text(String)
    case number(Double)
    /// An operator, a parenthesis or a comma.
    case sign(String)
    case end
  }

  let form: Form
  /// The offset of its first byte of UTF-8.
  let offset: Int
}

/// An error of CQL2 text.
struct FilterSyntaxError: Error, Hashable {
  /// The offset of the byte of UTF-8 where it is.
  let offset: Int
  let problem: String
}

/// Splits CQL2 text into tokens (OGC 21-065r2, annex B).
struct FilterLexer {
  private let bytes: [UInt8]
  private var index = 0

  /// The tokens of a text, the last one being `end`.
  ///
  /// - Complexity: O(n) in the bytes.
  static func tokens(of text: String) throws(FilterSyntaxError) -> [FilterToken] {
    var lexer = FilterLexer(bytes: Array(text.utf8))
    var tokens: [FilterToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.form != .end
    return tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func next() throws(FilterSyntaxError) -> FilterToken {
    while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
    let offset = index
    guard let byte = current else { return FilterToken(form: .end, offset: offset) }
    return FilterToken(form: try form(beginningWith: byte), offset: offset)
  }

  private mutating func form(beginningWith byte: UInt8) throws(FilterSyntaxError) -> FilterToken.Form {
    switch byte {
    case UInt8(ascii: "'"): return .text(try quoted(by: byte, "a text"))
    case UInt8(ascii: "\""): return .quotedName(try quoted(by: byte, "a name"))
    case UInt8(ascii: "<"), UInt8(ascii: ">"):
      index += 1
      guard let after = current, after == UInt8(ascii: "=") || (byte == UInt8(ascii: "<") && after == UInt8(ascii: ">"))
      else { return .sign(Self.text([byte])) }
      index += 1
      return .sign(Self.text([byte, after]))
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "!"):
      throw FilterSyntaxError(offset: index, problem: "unexpected \"!\"; NOT negates, and not equal is <>")
    case let byte where Self.signs.contains(byte):
      index += 1
      return .sign(Self.text([byte]))
    case let byte where Self.continuesName(byte): return .name(name())
    default: throw FilterSyntaxError(offset: index, problem: "unexpected \"\(Self.text([byte]).shortened)\"")
    }
  }

  private static let signs = Set("(),=+*/^%".utf8)

  private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Text between quotes; a quote within is doubled, or follows a backslash.
  private mutating func quoted(by quote: UInt8, _ what: String) throws(FilterSyntaxError) -> String {
    let start = index
    index += 1
    var content: [UInt8] = []
    while let byte = current {
      index += 1
      if byte == quote {
        guard current == quote else { return Self.text(content) }
        index += 1
      } else if byte == UInt8(ascii: "\\"), current == quote {
        index += 1
        content.append(quote)
        continue
      }
      content.append(byte)
    }
    throw FilterSyntaxError(
      offset: start, problem: "\(what) begins here and has no closing \(Self.text([quote]))")
  }

  private mutating func number() throws(FilterSyntaxError) -> FilterToken.Form {
    let start = index
    while let byte = current, Self.continuesNumber(byte, after: index == start ? nil : bytes[index - 1]) { index += 1 }
    let text = Self.text(bytes[start..<index])
    if text == "-" { return .sign(text) }
    guard let number = Double(text), number.isFinite else {
      throw FilterSyntaxError(offset: start, problem: "\"\(text.shortened)\" is not a number")
    }
    return .number(number)
  }

  private static func continuesNumber(_ byte: UInt8, after previous: UInt8?) -> Bool {
    let isExponent = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "e") }
    return switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): true
    case UInt8(ascii: "-"), UInt8(ascii: "+"): previous.map(isExponent) ?? true
    default: isExponent(byte)
    }
  }

  private mutating func name() -> String {
    let start = index
    while let byte = current, Self.continuesName(byte) { index += 1 }
    return Self.text(bytes[start..<index])
  }

  /// Letters of all scripts, digits, `_`, `:` and `.`; a digit or a point cannot come first.
  private static func continuesName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}
