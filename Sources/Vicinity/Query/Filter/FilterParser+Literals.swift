import CivilTime

/// Values, also folded by `CASEI` and `ACCENTI`.
extension FilterParser {
  var startsLiteral: Bool {
    switch current.form {
    case .text, .number: true
    case .name(let name):
      switch name.uppercased() {
      case "TRUE", "FALSE": true
      case "DATE", "TIMESTAMP": tokens[index + 1].form == .sign("(")
      case "CASEI", "ACCENTI": isFoldedLiteral(at: index)
      default: false
      }
    default: false
    }
  }

  /// Whether a folding function is applied to a text rather than to a field.
  private func isFoldedLiteral(at start: Int) -> Bool {
    var index = start
    while index + 2 < tokens.count, case .name(let name) = tokens[index].form,
      FilterFolding.named.contains(where: { $0.name == name.uppercased() }), tokens[index + 1].form == .sign("(")
    {
      index += 2
    }
    guard case .text = tokens[index].form else { return false }
    return index > start
  }

  mutating func literal() throws(FilterSyntaxError) -> FilterValue {
    let token = current
    switch token.form {
    case .text(let text):
      index += 1
      return .text(text)
    case .number(let number):
      index += 1
      return .number(number)
    case .name(let name):
      switch name.uppercased() {
      case "TRUE", "FALSE":
        index += 1
        return .flag(name.uppercased() == "TRUE")
      case "DATE", "TIMESTAMP":
        index += 1
        try expect("(")
        let text = try string("a date or time in quotes")
        try expect(")")
        return try FilterValue(time: text, isDate: name.uppercased() == "DATE", at: token.offset)
      case "CASEI", "ACCENTI": return .text(try pattern())
      default: break
      }
    default: break
    }
    throw valueExpected()
  }

  /// A text, possibly in `CASEI` and `ACCENTI`, folded.
  mutating func pattern() throws(FilterSyntaxError) -> String {
    for (name, fold) in FilterFolding.named where isCall(of: name) {
      try beginNestedCall()
      defer { depth -= 1 }
      let text = try pattern()
      try expect(")")
      return fold.folded(text)
    }
    return try string("a text in quotes, such as 'jazz%'")
  }

  mutating func string(_ what: String) throws(FilterSyntaxError) -> String {
    guard case .text(let text) = current.form else { throw unexpected(what) }
    index += 1
    return text
  }

  mutating func number() throws(FilterSyntaxError) -> Double {
    guard case .number(let number) = current.form else { throw unexpected("a number") }
    index += 1
    return number
  }
}
