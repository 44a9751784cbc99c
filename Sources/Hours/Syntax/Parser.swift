/// Builds the tree from tokens by recursive descent without backtracking; nothing nests, so depth is constant.
struct Parser {
  var lexer: Lexer
  var index = 0
  /// Whether the parts of the last rule were not in the standard order.
  var isUnordered = false
  var rules: [Rule] = []
  /// The parts of the current rule in the order written.
  var parts: [Part] = []
  /// The parts of the rule before, when the next one begins without a sign.
  var partsBefore: [Part] = []
  /// The places where the text may have a second reading, decided at its end.
  var doubts: [Doubt] = []
  /// Dates in the list of days of the current rule.
  var listedDates: [DateRange] = []
  /// Whether a time shows that hours are counted to 24.
  var countsTo24 = false

  init(_ lexer: Lexer) { self.lexer = lexer }

  var token: Token { lexer.tokens[index] }

  /// The token `offset` places ahead; the last one beyond the end.
  func peek(_ offset: Int) -> Token { lexer.tokens[min(index + offset, lexer.tokens.count - 1)] }

  mutating func advance() { index = min(index + 1, lexer.tokens.count - 1) }

  mutating func take(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  mutating func expect(_ kind: Token.Kind, _ expected: String) throws(OpeningHoursError) {
    guard take(kind) else { throw failure(expected) }
  }

  func failure(_ expected: String, at token: Token? = nil, suggestion: String? = nil) -> OpeningHoursError {
    lexer.failure(expected, at: Int((token ?? self.token).start), suggestion: suggestion)
  }

  /// Records a warning at the token, or throws when the leniency does not allow it.
  mutating func warn(
    _ problem: String, at token: Token? = nil, correction: String? = nil, isUncommon: Bool = false
  ) throws(OpeningHoursError) {
    let place = token ?? self.token
    lexer.position = Int(place.start)
    try lexer.warn(place.length, problem, correction: correction, isUncommon: isUncommon)
  }
}

extension Parser {
  /// Parses all rules.
  mutating func run() throws(OpeningHoursError) -> [Rule] {
    try skipEmptyRules()
    var relation = Rule.Relation.override
    while token.kind != .end {
      let wasUnordered = isUnordered
      let rule = try rule(relation)
      if relation == .additional, wasUnordered || isUnordered { closeLastRule() }
      rules.append(rule)
      if let dates = takeDatesRule(of: rule) { rules.append(dates) }
      relation = try separator(after: rule)
    }
    guard !rules.isEmpty else { throw failure("a rule such as \"Mo-Fr 08:00-18:00\"") }
    try refuseDoubts()
    return rules
  }

  /// Makes the state of the last rule explicit, so that a comma after it cannot continue its list.
  mutating func closeLastRule() {
    guard let last = rules.indices.last, rules[last].modifier == nil, rules[last].comment == nil else { return }
    rules[last].modifier = .open
  }

  /// Whether times precede their days throughout, as in "9am-5pm Mon-Fri 10am-2pm Sat".
  private var continuesTimesFirst: Bool { !isLiteral && token.beginsTime && parts == [.times, .days] }

  /// Parses the separator between two rules; at the end of the text there may be none.
  private mutating func separator(after rule: Rule) throws(OpeningHoursError) -> Rule.Relation {
    switch token.kind {
    case .semicolon:
      advance()
      try skipEmptyRules()
      guard token.kind == .fallback, peek(1).kind != .end else { return .override }
      try warn("two signs between rules", at: peek(-1), correction: "||", isUncommon: true)
      advance()
      return .fallback
    case .comma:
      advance()
      if token.kind == .end { try warn("a comma at the end", at: peek(-1), correction: "") }
      return .additional
    case .fallback:
      advance()
      guard token.kind != .end else { throw failure("a rule after \"||\"") }
      return .fallback
    case .end: return .override
    case .colon where endsRule(rule), .slash where endsRule(rule):
      try warn("a sign of another kind", correction: ";", isUncommon: true)
      advance()
      return .override
    default:
      guard canBeginRule || continuesTimesFirst,
        !rule.times.isEmpty || rule.modifier != nil || rule.isAlways || rule.comment != nil
      else {
        throw failure("a time, a state or \";\"", suggestion: suggestion)
      }
      try warn("a rule begins here", correction: ";")
      return .override
    }
  }

  /// Whether a colon or slash after times stands for a semicolon: days follow.
  private func endsRule(_ rule: Rule) -> Bool {
    !isLiteral && !(rule.times.isEmpty && rule.modifier == nil)
      && (peek(1).kind == .weekday || peek(1).kind == .holiday)
  }

  private mutating func skipEmptyRules() throws(OpeningHoursError) {
    while token.kind == .semicolon {
      try warn("nothing between two signs", correction: "")
      advance()
    }
  }

  private var canBeginRule: Bool {
    switch token.kind {
    case .weekday, .holiday, .month, .week, .easter, .modifier: true
    // It would replace all rules before it.
    case .always: isLiteral
    default: false
    }
  }

  private var suggestion: String? {
    token.kind == .hyphen ? "A span is written 08:00-18:00." : nil
  }
}

extension OpeningHours {
  static func parse(_ text: String, _ options: ParserOptions) throws(OpeningHoursError) -> OpeningHours {
    var text = text
    let result = text.withUTF8 { bytes -> Result<OpeningHours, OpeningHoursError> in
      do throws(OpeningHoursError) {
        return .success(try parse(bytes, options))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: ParserOptions
  ) throws(OpeningHoursError) -> OpeningHours {
    var lexer = Lexer(bytes, options)
    guard bytes.count <= maximumLength else {
      throw lexer.failure("at most \(maximumLength) bytes", at: maximumLength)
    }
    try lexer.run()
    var parser = Parser(lexer)
    let rules = try parser.run()
    return OpeningHours(rules: rules, warnings: parser.lexer.warnings, isLiteral: parser.isLiteral)
  }
}
