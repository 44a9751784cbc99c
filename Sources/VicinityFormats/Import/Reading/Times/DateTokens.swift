import Streams

/// The numbers, words and signs of a date, taken one after the other.
struct DateTokens {
  enum Token: Equatable {
    case number(Int, digits: Int)
    /// In lower case.
    case word(String)
    case sign(Character)
  }

  var tokens: [Token] = []
  var position = 0
  /// The languages that the words of the whole text leave possible; empty if they say nothing.
  private(set) var languages: Set<String> = []
  /// Whether a space was the last character.
  private var endsToken = false

  /// The characters that separate a start from an end.
  static let dashes: Set<Character> = ["-", "–", "—", "−", "‐", "‑", "~", "〜", "～"]

  init(_ text: String) {
    // A date is shorter; a description in its place is no date.
    for character in text.prefix(150) { append(Self.narrow(character)) }
    if text.count > 150 { tokens.append(.sign("…")) }
    for case .word(let word) in tokens {
      let weekday = word.count > 2 ? MonthNames.languages(ofWeekday: word) : []
      let known = weekday.union(DateWords.languages[word] ?? [])
      let both = languages.intersection(known)
      if languages.isEmpty { languages = known } else if !both.isEmpty { languages = both }
    }
  }

  /// A part of other tokens.
  init(_ part: ArraySlice<Token>, of other: DateTokens) {
    (tokens, languages) = (Array(part), other.languages)
  }

  /// The ASCII character of a full-width one, such as `（`.
  private static func narrow(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first, (0xFF01...0xFF5E).contains(scalar.value),
      let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
    else { return character }
    return Character(narrow)
  }

  private mutating func append(_ character: Character) {
    if character.isASCII, let digit = character.wholeNumberValue {
      guard case .number(let value, let digits)? = tokens.last, !endsToken, digits < 9 else {
        tokens.append(.number(digit, digits: 1))
        endsToken = false
        return
      }
      tokens[tokens.count - 1] = .number(value * 10 + digit, digits: digits + 1)
    } else if character.isLetter {
      let letter = character.lowercased()
      guard case .word(let word)? = tokens.last, !endsToken else {
        tokens.append(.word(letter))
        endsToken = false
        return
      }
      tokens[tokens.count - 1] = .word(word + letter)
    } else if character.isWhitespace {
      endsToken = true
    } else {
      tokens.append(.sign(character))
      endsToken = false
    }
  }

  // MARK: Taking tokens

  func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// The sign at an index; nil for other tokens.
  func sign(_ index: Int) -> Character? {
    if case .sign(let sign)? = token(index) { sign } else { nil }
  }

  /// The word at an index; nil for other tokens.
  func word(_ index: Int) -> String? {
    if case .word(let word)? = token(index) { word } else { nil }
  }

  /// The number at an index if it has at most some digits; nil for other tokens.
  func number(_ index: Int, digits limit: ClosedRange<Int>) -> Int? {
    guard case .number(let value, let digits)? = token(index), limit.contains(digits) else { return nil }
    return value
  }

  func isDash(_ index: Int) -> Bool { sign(index).map(Self.dashes.contains) ?? false }

  /// Takes one of some words, also at the start of a longer one, as in `日金曜日`.
  mutating func takeWord(_ prefixes: String...) -> Bool {
    guard let word = word(position), let prefix = prefixes.first(where: { word.hasPrefix($0) }) else { return false }
    if word == prefix { position += 1 } else { tokens[position] = .word(String(word.dropFirst(prefix.count))) }
    return true
  }

  mutating func skipSigns(_ signs: String) {
    while let sign = sign(position), signs.contains(sign) { position += 1 }
  }

  /// Skips signs and words without a meaning.
  /// - Returns: the words.
  @discardableResult
  mutating func skipFillers(_ signs: String, also words: Set<String> = [], weekdays: Bool = false) -> [String] {
    var skipped: [String] = []
    while let token = token(position) {
      switch token {
      case .sign(let sign) where signs.contains(sign): break
      case .word(let word)
      where DateWords.fillers.contains(word) || words.contains(word) || (weekdays && DateWords.isWeekday(word)):
        skipped.append(word)
      default: return skipped
      }
      position += 1
    }
    return skipped
  }
}
