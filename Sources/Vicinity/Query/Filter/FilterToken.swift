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
  /// The position of its first character, from 1.
  let position: Int
}

/// Splits CQL2 text into tokens (OGC 21-065r2, annex B).
struct FilterLexer {
  private let characters: [Unicode.Scalar]
  private var index = 0

  /// The tokens of a text, the last one being `end`.
  static func tokens(of text: String) throws(FilterSyntaxError) -> [FilterToken] {
    var lexer = FilterLexer(characters: Array(text.unicodeScalars))
    var tokens: [FilterToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.form != .end
    return tokens
  }

  private init(characters: [Unicode.Scalar]) { self.characters = characters }

  private var current: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

  private mutating func next() throws(FilterSyntaxError) -> FilterToken {
    while let scalar = current, scalar.properties.isWhitespace { index += 1 }
    let position = index + 1
    guard let scalar = current else { return FilterToken(form: .end, position: position) }
    return FilterToken(form: try form(beginningWith: scalar), position: position)
  }

  private mutating func form(beginningWith scalar: Unicode.Scalar) throws(FilterSyntaxError) -> FilterToken.Form {
    switch scalar {
    case "'": return .text(try quoted(by: "'", "a text"))
    case "\"": return .quotedName(try quoted(by: "\"", "a name"))
    case "(", ")", ",", "=", "+", "*", "/", "^", "%":
      index += 1
      return .sign(String(scalar))
    case "<", ">":
      index += 1
      guard let after = current, after == "=" || (scalar == "<" && after == ">") else { return .sign(String(scalar)) }
      index += 1
      return .sign(String(scalar) + String(after))
    case "-", ".", "0"..."9": return try number()
    default:
      guard Self.beginsName(scalar) else {
        throw FilterSyntaxError(position: index + 1, problem: "unexpected \"\(String(scalar).shortened)\"")
      }
      return .name(name())
    }
  }

  /// Text between quotes; a quote within is doubled, or follows a backslash.
  private mutating func quoted(by quote: Unicode.Scalar, _ what: String) throws(FilterSyntaxError) -> String {
    let start = index
    index += 1
    var content = String.UnicodeScalarView()
    while let scalar = current {
      index += 1
      if scalar == quote {
        guard current == quote else { return String(content) }
        index += 1
      } else if scalar == "\\", current == quote {
        index += 1
        content.append(quote)
        continue
      }
      content.append(scalar)
    }
    throw FilterSyntaxError(position: start + 1, problem: "\(what) begins here and has no closing \(quote)")
  }

  private mutating func number() throws(FilterSyntaxError) -> FilterToken.Form {
    let start = index
    while let scalar = current, Self.continuesNumber(scalar, after: index == start ? nil : characters[index - 1]) {
      index += 1
    }
    let text = String(String.UnicodeScalarView(characters[start..<index]))
    if text == "-" { return .sign(text) }
    guard let number = Double(text), number.isFinite else {
      throw FilterSyntaxError(position: start + 1, problem: "\"\(text.shortened)\" is not a number")
    }
    return .number(number)
  }

  private static func continuesNumber(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    switch scalar {
    case "0"..."9", ".", "e", "E": true
    case "-", "+": previous == nil || previous == "e" || previous == "E"
    default: false
    }
  }

  private mutating func name() -> String {
    let start = index
    while let scalar = current, Self.continuesName(scalar) { index += 1 }
    return String(String.UnicodeScalarView(characters[start..<index]))
  }

  private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == ":" || scalar == "_" || scalar.properties.isAlphabetic
  }

  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    beginsName(scalar) || scalar == "." || ("0"..."9").contains(scalar)
      || scalar.properties.generalCategory == .nonspacingMark
  }
}

/// An error of CQL2 text.
struct FilterSyntaxError: Error, Hashable {
  /// The position of the character, from 1.
  let position: Int
  let problem: String
}
