extension Parser {
  /// Takes a comment before a rule's selectors, `"during term": Mo-Fr 08:00-22:00`.
  mutating func condition() throws(OpeningHoursError) -> String? {
    guard token.kind == .comment, peek(1).kind == .colon else { return nil }
    advance()
    let text = lexer.comments[peek(-1).int]
    try takeColon()
    return text
  }

  /// Binds a rule to a condition in free text: its times become unknown, with the condition as the comment, and it does
  /// not replace other rules.
  mutating func bind(_ rule: inout Rule, to condition: String) {
    rule.comment = rule.comment.map { "\(condition), \($0)" } ?? condition
    rule.modifier = nil
    guard rule.relation == .override, !rules.isEmpty else { return }
    rule.relation = .additional
    closeLastRule()
  }
}
