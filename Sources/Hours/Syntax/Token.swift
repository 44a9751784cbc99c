/// A word, number or symbol of the language.
struct Token {
  var kind: Kind
  /// The number, minutes, weekday, month, index of the comment..., depending on the kind.
  var value: Int32 = 0
  var start: Int32
  var end: Int32
  var isSpaced = false

  enum Kind: UInt8 {
    case number, time, meridiemTime
    case since, always, weekday, month, holiday, event, easter, week, modifier, day, comment
    case comma, semicolon, fallback, hyphen, plus, slash, colon
    case openBracket, closeBracket, openParenthesis, closeParenthesis
    case end
  }

  /// Whether a full stop after it can end a rule.
  var endsSentence: Bool {
    switch kind {
    case .time, .meridiemTime, .modifier, .always, .comment, .closeParenthesis: true
    default: false
    }
  }

  var int: Int { Int(value) }
  var length: Int { Int(end - start) }
}

/// The options of a parser.
struct ParserOptions {
  var languages: Languages
  var leniency: OpeningHours.Leniency

  init(country: String? = nil, leniency: OpeningHours.Leniency = .tolerant) {
    languages = country.map(Languages.init(spokenIn:)) ?? .all
    self.leniency = leniency
  }
}
