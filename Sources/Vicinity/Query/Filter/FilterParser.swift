import CivilTime
import CodedErrors
import Geography
import Streams

extension FilterExpression {
  /// Parses CQL2 text (OGC 21-065r2): `price < 20 AND (a_contains(tags, ('jazz')) OR rating >= 4.5)`.
  ///
  /// Supports the classes basic CQL2, advanced comparison operators, case- and accent-insensitive comparison, array
  /// functions, and of the spatial and temporal functions `s_intersects` and `t_intersects`. Every condition of a query
  /// is a function of its name: `open('now')`, `stay('2026-12-01', '2026-12-05')`.
  /// - Throws: `QueryError.badFilter` with the position and what is possible there.
  public init(parsing text: String) throws(QueryError) { try self.init(parsing: text, path: "filter") }

  init(parsing text: String, path: String) throws(QueryError) {
    let bytes = text.utf8.count
    guard bytes <= QueryLimits.longestFilter else {
      throw .outOfRange(
        path: path, found: "a text of \(bytes) bytes", allowed: "at most \(QueryLimits.longestFilter) bytes")
    }
    do {
      var parser = FilterParser(try FilterLexer.tokens(of: text))
      self = try parser.wholeExpression()
    } catch {
      let character = text.utf8.prefix(error.offset).reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      throw .badFilter(path: path, problem: "at character \(character), \(error.problem)")
    }
    try check(path: path)
  }
}

/// Parses CQL2 text by recursive descent: OR, AND, NOT, then a predicate.
struct FilterParser {
  let tokens: [FilterToken]
  var index = 0
  var depth = 0

  init(_ tokens: [FilterToken]) { self.tokens = tokens }

  var current: FilterToken { tokens[index] }

  mutating func wholeExpression() throws(FilterSyntaxError) -> FilterExpression {
    let expression = try disjunction()
    guard current.form == .end else { throw unexpected("AND, OR or the end") }
    return expression
  }

  private mutating func disjunction() throws(FilterSyntaxError) -> FilterExpression {
    try goDeeper()
    defer { depth -= 1 }
    var parts = [try conjunction()]
    while take(keyword: "OR") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(FilterSyntaxError) -> FilterExpression {
    var parts = [try factor()]
    while take(keyword: "AND") { parts.append(try factor()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func factor() throws(FilterSyntaxError) -> FilterExpression {
    var isNegated = false
    while take(keyword: "NOT") { isNegated.toggle() }
    let part = try primary()
    return isNegated ? .not(part) : part
  }

  private mutating func primary() throws(FilterSyntaxError) -> FilterExpression {
    if take(sign: "(") {
      let expression = try disjunction()
      try expect(")")
      return expression
    }
    if case .name(let name) = current.form {
      switch name.uppercased() {
      case "TRUE", "FALSE":
        if !isComparison(at: index + 1) {
          index += 1
          return .constant(name.uppercased() == "TRUE")
        }
      case "CASEI", "ACCENTI", "DATE", "TIMESTAMP": break
      case let function where tokens[index + 1].form == .sign("("): return try call(function, written: name)
      default: break
      }
    }
    return try comparison()
  }

  private mutating func goDeeper() throws(FilterSyntaxError) {
    depth += 1
    guard depth <= QueryLimits.deepestFilter else {
      throw error("the expression is nested deeper than \(QueryLimits.deepestFilter) levels")
    }
  }

  /// Begins a call within others; the caller reduces the depth at its end.
  mutating func beginNestedCall() throws(FilterSyntaxError) {
    try goDeeper()
    beginCall()
  }

  // MARK: Tokens

  func isCall(of name: String) -> Bool {
    isKeyword(name) && tokens[index + 1].form == .sign("(")
  }

  /// Begins a call: skips its name and parenthesis.
  mutating func beginCall() { index += 2 }

  /// Skips the current token.
  mutating func skip() { index += 1 }

  mutating func take(keyword: String) -> Bool {
    guard isKeyword(keyword) else { return false }
    index += 1
    return true
  }

  func isKeyword(_ keyword: String) -> Bool {
    if case .name(let name) = current.form { name.isKeyword(keyword) } else { false }
  }

  /// Takes the name of the geometry; every listing has one.
  mutating func takeGeometry() -> Bool {
    switch current.form {
    case .name(FilterNames.geometry), .quotedName(FilterNames.geometry):
      index += 1
      return true
    default: return false
    }
  }

  mutating func take(sign: String) -> Bool {
    guard current.form == .sign(sign) else { return false }
    index += 1
    return true
  }

  mutating func expect(_ sign: String) throws(FilterSyntaxError) {
    if !take(sign: sign) { throw unexpected("\"\(sign)\"") }
  }

  func error(_ problem: String) -> FilterSyntaxError {
    FilterSyntaxError(offset: current.offset, problem: problem)
  }

  func valueExpected() -> FilterSyntaxError {
    if current.form == .sign("=") { return error("a value is expected instead of a second \"=\"; equal is = alone") }
    if case .quotedName(let name) = current.form {
      return error("\"\(name.shortened)\" in double quotes is a field; write texts between single quotes")
    }
    if case .name(let name) = current.form, Field(rawValue: name) != nil {
      return error("a field is compared with a value, and \"\(name)\" is a field; write texts between single quotes")
    }
    if case .name(let name) = current.form {
      return error("a value is expected instead of \"\(name.shortened)\"; write texts between single quotes")
    }
    return unexpected("a value: 'text', a number, TRUE, FALSE, DATE('…') or TIMESTAMP('…')")
  }

  func unexpected(_ expected: String) -> FilterSyntaxError {
    switch current.form {
    case .name(let text), .quotedName(let text), .text(let text), .sign(let text):
      error("\(expected) is expected instead of \"\(text.shortened)\"")
    case .number(let number): error("\(expected) is expected instead of \(number.plainText)")
    case .end: error("\(expected) is expected at the end")
    }
  }
}

extension String {
  /// Whether it is a keyword, in any case.
  ///
  /// - Parameter keyword: in capitals.
  func isKeyword(_ keyword: String) -> Bool {
    utf8.count == keyword.utf8.count && zip(utf8, keyword.utf8).allSatisfy { $0 == $1 || $0 == $1 | 0x20 }
  }
}
