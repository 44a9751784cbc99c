import Vicinity

/// Extracts an amount of money from prose such as `4,50 €`, `$1,234.00`, `EUR 12` or `12 euros por persona`.
enum PriceText {
  /// The amount in `text` that is certainly its price; words for free are zero; nil when there is none.
  ///
  /// A number is an amount when a currency is adjacent. The first amount is the price unless a later one is higher and
  /// not the end of a range that begins with it: `12 € (reduced 8 €)` costs 12, `5-10 €` costs 5, and `fee 1,50 €,
  /// ticket 9,90 €` is ambiguous. A number without a currency is a price only if nothing but punctuation surrounds it.
  /// - Parameters:
  ///   - defaultCurrency: ISO 4217 code for texts without a currency, and for signs of several currencies.
  ///   - zone: the zone of the place, which decides what `$` and `kr` mean; nil when it is not known.
  static func price(in text: String, defaultCurrency: String?, zone: String? = nil) -> Price? {
    // `20 %` and `99 ¢` are no amounts of a currency, and `1e5` is no price that people write.
    guard text.firstMatch(of: noAmount) == nil else { return nil }
    let words = CurrencyWords(defaultCurrency: defaultCurrency, zone: zone)
    let text = withDecimalPoints(withThousandths(withoutTimes(withoutFrancs(text)), words))
    let tokens = tokens(of: text, words)
    var amounts = Amounts()
    for index in tokens.indices { amounts.take(index, of: tokens) }
    // Two for ten is the price of two.
    guard !amounts.isContradictory, text.firstMatch(of: severalFor) == nil else { return nil }
    let hasWords = tokens.contains { if case .word = $0 { true } else { false } }
    if amounts.found.isEmpty, amounts.bare.count == 1, !hasWords, !tokens.contains(where: \.isCurrency) {
      return amounts.bare[0] < 0 ? nil : Price(amount: amounts.bare[0], currency: defaultCurrency)
    }
    guard let first = amounts.found.first, first.amount >= 0,
      amounts.found.allSatisfy({ ($0.currency ?? first.currency) == first.currency }),
      amounts.found.dropFirst().drop(while: \.endsRange).allSatisfy({ $0.amount <= first.amount })
    else { return nil }
    // Free until ten o'clock is not free.
    if first.currency == nil, !amounts.bare.isEmpty { return nil }
    return Price(amount: first.amount, currency: first.currency ?? defaultCurrency)
  }

  /// The level that a text without numbers means: `€€`, `PRICE_LEVEL_MODERATE` of Google Places; nil for other texts.
  static func level(of text: String) -> Int? {
    if let index = levels.firstIndex(of: text) { return index + 1 }
    guard let sign = text.first, "$€£¥₩₽₺₹฿".contains(sign), (1...4).contains(text.count),
      text.allSatisfy({ $0 == sign })
    else { return nil }
    return text.count
  }

  private static let levels = [
    "PRICE_LEVEL_INEXPENSIVE", "PRICE_LEVEL_MODERATE", "PRICE_LEVEL_EXPENSIVE", "PRICE_LEVEL_VERY_EXPENSIVE",
  ]

  private static var severalFor: Regex<(Substring, Substring)> {
    /(?i)\b(?:[2-9]|[1-9][0-9])\s*(for|für|pour|por|per)\s*(?:EUR|USD|US)?[€$£]?\s*[0-9]/
  }

  /// The amounts of a text, and its other numbers.
  private struct Amounts {
    /// In the order of the text; the currency is nil for words that mean free.
    var found: [(amount: Double, currency: String?, endsRange: Bool)] = []
    var bare: [Double] = []
    /// Whether a number lies between two different currencies, or may be two.
    var isContradictory = false
    /// The currency that belongs to the preceding number.
    private var taken: Int?

    mutating func take(_ index: Int, of tokens: [Token]) {
      switch tokens[index] {
      case .free: found.append((0, nil, false))
      case .ambiguous, .uncertain: isContradictory = true
      case .number(let number):
        let before = index > 0 && taken != index - 1 ? tokens[index - 1].currency : nil
        let after = PriceText.currency(behind: index, of: tokens)
        if let before {
          isContradictory = isContradictory || (after.map { $0.code != before && $0.index == index + 1 } ?? false)
          found.append((number, before, tokens.isRange(index - 2)))
        } else if let after {
          found.append((number, after.code, tokens.isRange(index - 1)))
          taken = after.index
        } else {
          bare.append(number)
        }
      default: break
      }
    }
  }

  /// The currency after a number, or after the other end of its range: `5 - 10 €` applies to both.
  private static func currency(behind index: Int, of tokens: [Token]) -> (index: Int, code: String)? {
    var index = index + 1
    while index + 1 < tokens.count, case .range = tokens[index], case .number = tokens[index + 1] { index += 2 }
    guard index < tokens.count, let code = tokens[index].currency else { return nil }
    return (index, code)
  }

  /// A token of a text; spaces and colons are skipped.
  fileprivate enum Token {
    case number(Double), currency(String), free, word
    /// A sign of several currencies.
    case uncertain
    /// One number, or two: `16 100` behind a word.
    case ambiguous
    /// A separator between the ends of a range.
    case range
    case punctuation

    init(_ meaning: CurrencyWords.Meaning) {
      switch meaning {
      case .currency(let code): self = .currency(code)
      case .uncertain: self = .uncertain
      }
    }

    var currency: String? { if case .currency(let code) = self { code } else { nil } }
    var isCurrency: Bool { currency != nil }
    var isOfMoney: Bool { if case .uncertain = self { true } else { isCurrency } }
    var isWord: Bool { if case .word = self { true } else { false } }
  }

  private static func tokens(of text: String, _ words: CurrencyWords) -> [Token] {
    var tokens: [Token] = []
    var rest = text[...]
    var isBehindDigit = false
    while let character = rest.first {
      let isNegative = character == "-" && !isBehindDigit && rest.dropFirst().first?.isASCIIDigit == true
      if isNegative { rest.removeFirst() }
      isBehindDigit = false
      if let phrase = freePhrase(at: rest) {
        tokens.append(.free)
        rest.removeFirst(phrase)
      } else if let (meaning, behind) = words.sign(at: rest) {
        tokens.append(Token(meaning))
        rest = behind
      } else if character.isASCIIDigit || isNegative {
        let (number, mayBeTwo) = takeNumber(&rest)
        let factor = takeFactor(&rest)
        if mayBeTwo, tokens.last?.isWord == true || isWord(next: rest, words) {
          tokens.append(.ambiguous)
        } else {
          tokens.append(number.map { .number((isNegative ? -$0 : $0) * factor) } ?? .punctuation)
        }
        isBehindDigit = true
      } else if character.isLetter {
        let word = rest.prefix(while: \.isLetter)
        let token = token(of: String(word), words)
        tokens.append(token)
        rest.removeFirst(word.count)
        // Of an abbreviation: `kr. 120`.
        if token.isOfMoney, rest.first == "." { rest.removeFirst() }
      } else {
        if !character.isWhitespace, character != ":" {
          tokens.append("-–/".contains(character) ? .range : .punctuation)
        }
        isBehindDigit = character.isWhitespace && isBehindDigit
        rest.removeFirst()
      }
    }
    return tokens
  }

  /// Whether a text goes on with a word that is no currency.
  private static func isWord(next text: Substring, _ words: CurrencyWords) -> Bool {
    let rest = text.drop(while: \.isWhitespace)
    guard words.sign(at: rest) == nil else { return false }
    let word = rest.prefix(while: \.isLetter)
    return !word.isEmpty && token(of: String(word), words).isWord
  }

  private static func token(of word: String, _ words: CurrencyWords) -> Token {
    if freeWords.contains(word.lowercased()) { return .free }
    return words.meaning(ofWord: word).map { Token($0) } ?? .word
  }

  /// The length of a phrase that means free at the beginning of a text; nil without one.
  private static func freePhrase(at text: Substring) -> Int? {
    let lower = text.prefix(20).lowercased()
    return freePhrases.first { phrase in
      // A question is none: `Eintritt frei? 3 Euro`.
      let next = text.dropFirst(phrase.count).first
      return lower.hasPrefix(phrase) && next?.isLetter != true && next != "?"
    }?.count
  }

  private static var noAmount: Regex<Substring> { /[0-9]\s*[%¢‰]|[0-9][eE][0-9]|[0-9]\s*\+\s*[0-9]/ }

  /// Times of day, such as `20:00`, as a word.
  private static func withoutTimes(_ text: String) -> String {
    text.replacing(/\b[0-9]{1,2}:[0-9]{2}\b/, with: "x")
  }

  /// Three decimals with a fourth one: where the currency has thousandths, and after a zero, they are no thousands.
  private static func withThousandths(_ text: String, _ words: CurrencyWords) -> String {
    let text = text.replacing(/(^|[^0-9.,])(0[.,][0-9]{3})(?![0-9])/) { "\($0.1)\($0.2)0" }
    guard words.hasThousandths || thousandths.contains(where: text.contains) else { return text }
    return text.replacing(/([0-9]\.[0-9]{3})(?![0-9.,])/) { "\($0.1)0" }
  }

  /// The currencies with three decimals (ISO 4217).
  static let thousandths: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

  /// `10€50` as `10.50€`: the minor unit behind the sign, without spaces; `4€50 cl` is the price of half a liter.
  private static func withDecimalPoints(_ text: String) -> String {
    text.replacing(/([0-9]+)(€|\$|£|zł|EUR)([0-9]{2})(?![0-9]|\s*(?:[cdm]?[lL]|oz)\b)/) {
      "\($0.1).\($0.3)\($0.2)"
    }
  }

  /// The word for thousands behind a number, as in `Rp 50rb`, `50k`, `20 mil pesos` and `3万`; 1 without one.
  private static func takeFactor(_ text: inout Substring) -> Double {
    let rest = text.drop(while: \.isWhitespace)
    if let sign = rest.first, let factor = factorSigns[sign] {
      text = rest.dropFirst()
      return factor
    }
    let word = rest.prefix(while: \.isLetter)
    guard let factor = factors[word.lowercased()] else { return 1 }
    // A letter of its own is a word: `2 K`.
    guard word.count > 1 || rest.startIndex == text.startIndex else { return 1 }
    text = rest.dropFirst(word.count)
    if text.first == "." { text = text.dropFirst() }
    return factor
  }

  private static let factors = [
    "k": 1e3, "rb": 1e3, "ribu": 1e3, "mil": 1e3, "tys": 1e3, "тыс": 1e3, "тис": 1e3, "nghìn": 1e3, "ngàn": 1e3,
    "jt": 1e6, "juta": 1e6, "triệu": 1e6,
  ]
  private static let factorSigns: [Character: Double] = ["万": 1e4, "萬": 1e4, "만": 1e4, "千": 1e3, "천": 1e3]

  /// `Fr. 12.-` as `CHF 12.-`: `Fr.` is a day of the week elsewhere.
  private static func withoutFrancs(_ text: String) -> String {
    guard let match = text.wholeMatch(of: /\s*[Ff]r\.?\s*([0-9' ]+(?:[.,](?:[0-9]{2}|[-–—]+)))\s*/) else { return text }
    return "CHF \(match.1)"
  }

  /// Digits with their separators, and the dash of `5,-`.
  private static func takeNumber(_ text: inout Substring) -> (number: Double?, mayBeTwo: Bool) {
    let (digits, mayBeTwo) = takeDigits(&text)
    if let last = digits.last, last == "," || last == "." { text = text.drop { $0 == "-" || $0 == "–" } }
    return (number(digits), mayBeTwo)
  }

  /// Digits with their separators. Spaces separate groups of three, as in `1 000`, where nothing else does.
  ///
  /// - Returns: also whether these may be two numbers: a space that breaks lines, and a group that does not begin with
  ///   0.
  private static func takeDigits(_ text: inout Substring) -> (digits: String, mayBeTwo: Bool) {
    var digits = takeRun(&text)
    var mayBeTwo = false
    guard digits.count <= 3, digits.first != "0", digits.allSatisfy(\.isASCIIDigit) else { return (digits, false) }
    while let space = text.first, thousandsSpaces.contains(space) {
      let group = text.dropFirst().prefix(while: \.isASCIIDigit)
      guard group.count == 3 else { break }
      text = text[group.startIndex...]
      let run = takeRun(&text)
      digits += run
      mayBeTwo = mayBeTwo || space == " " && group.first != "0"
      if run.count > 3 { break }
    }
    return (digits, mayBeTwo)
  }

  private static func takeRun(_ text: inout Substring) -> String {
    let run = text.prefix { $0.isASCIIDigit || $0 == "." || $0 == "," || $0 == "'" }
    text.removeFirst(run.count)
    return String(run)
  }

  /// The ordinary space, and no-break spaces: wide, narrow, and thin.
  private static let thousandsSpaces: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]

  /// The first number in `text`, with decimal point or comma and thousands separators; nil when it is negative or
  /// missing.
  static func firstAmount(in text: String) -> Double? {
    guard let start = text.firstIndex(where: \.isASCIIDigit) else { return nil }
    if start > text.startIndex, text[text.index(before: start)] == "-" { return nil }
    var rest = text[start...]
    return number(takeDigits(&rest).digits)
  }

  /// The number of digits with separators.
  private static func number(_ digits: String) -> Double? {
    Double(withDecimalPoint(digits.filter { $0 != "'" }))
  }

  /// The last separator is the decimal point, unless three digits follow it or it occurs twice.
  private static func withDecimalPoint(_ digits: String) -> String {
    let trimmed = String(digits.reversed().drop { !$0.isASCIIDigit }.reversed())
    guard let last = trimmed.lastIndex(where: { !$0.isASCIIDigit }) else { return trimmed }
    let fraction = trimmed[trimmed.index(after: last)...]
    let isRepeated = trimmed.filter { $0 == trimmed[last] }.count > 1
    let whole = trimmed[..<last].filter(\.isASCIIDigit)
    if isRepeated || fraction.count == 3 { return whole + fraction }
    return "\(whole).\(fraction)"
  }

  private static let freeWords: Set = [
    "free", "gratis", "kostenlos", "gratuit", "gratuito", "gratuita", "ingyenes", "gratuite", "zdarma", "ücretsiz",
    "besplatno", "бесплатно", "безкоштовно", "maksuton", "ilmainen", "無料", "免费", "免費", "무료",
  ]
  private static let freePhrases = [
    "eintritt frei", "freier eintritt", "entrée libre", "entree libre", "accès libre", "entrada libre",
    "entrada franca",
    "ingresso libero", "entrata libera", "wstęp wolny", "vstup volný", "вход свободный", "вхід вільний", "vapaa pääsy",
    "fri entré", "fri entre",
  ]
}

extension [PriceText.Token] {
  /// Whether the token at an index separates the ends of a range: a number or a currency is before it.
  fileprivate func isRange(_ index: Int) -> Bool {
    guard indices.contains(index), case .range = self[index], index > 0 else { return false }
    return switch self[index - 1] {
    case .number, .currency: true
    default: false
    }
  }
}

extension Character {
  /// 0...9, unlike `isNumber`, which also holds for ½ and ⅷ.
  var isASCIIDigit: Bool { isASCII && isNumber }
}
