/// A word whose meaning depends on the language of the text.
struct Homograph {
  let key: String
  let entries: [Vocabulary.Entry]
  /// The index of its token, or that of the next one if it has none.
  let token: Int
  /// The number of warnings before its own.
  let warning: Int
  let start: Int
  let length: Int
  let isSpaced: Bool

  init(key: String, entries: [Vocabulary.Entry], lexer: Lexer, length: Int) {
    (self.key, self.entries, self.length) = (key, entries, length)
    (token, warning) = (lexer.tokens.count, lexer.warnings.count)
    (start, isSpaced) = (lexer.position, lexer.isSpaced)
  }
}

/// Decides the meaning of words that exist in several languages, by the languages of the other words: "di" is Tuesday
/// next to the German "mi", Sunday next to the French "lu", and undefined without a neighbor.
extension Lexer {
  /// Notes the languages that have a word. The OpenStreetMap codes of days are noted at the end, by `hearCodes`.
  mutating func hear(_ key: String, _ entries: [Vocabulary.Entry]) {
    if key.utf8.count == 2, let first = entries.first, first.languages == .all, first.isDay { return }
    var languages: Languages = []
    for entry in entries { languages.formUnion(entry.speakers(of: key)) }
    guard languages != .all else { return }
    spoken.formIntersection(languages)
    speakers.insert(key)
  }

  /// Gives the homographs the meaning that they have in the languages of the whole text.
  /// - Throws: where that is not one meaning.
  mutating func settleLanguages() throws(OpeningHoursError) {
    guard !homographs.isEmpty || !speakers.isEmpty else { return }
    let isMixed = hearCodes()
    // Later ones first: tokens come and go.
    for homograph in homographs.reversed() {
      guard let entry = meaning(homograph.key, homograph.entries), !(isMixed && (entry.needsCompany || repeats(entry)))
      else {
        throw doubt(at: homograph.start)
      }
      replace(homograph, by: entry)
    }
    for code in codes {
      guard let entries = Vocabulary.entries[code.key], meaning(code.key, entries) != nil else {
        throw doubt(at: Int(code.token.start))
      }
    }
  }

  /// The days as OpenStreetMap writes them.
  private var codes: [(key: String, token: Token)] {
    tokens.compactMap { token in
      guard token.kind == .weekday, token.length == 2 else { return nil }
      let key = text(of: token).lowercased()
      return Vocabulary.entries[key]?.first?.languages == .all ? (key, token) : nil
    }
  }

  /// Hears the days as OpenStreetMap writes them.
  ///
  /// - Returns: whether they are mixed with words of another language. If so, only codes shared with that language are
  ///   considered.
  private mutating func hearCodes() -> Bool {
    let before = spoken
    let languages = Set(codes.map(\.key)).map { Vocabulary.alsoSpoken[$0] ?? .english }
    speakers.formUnion(codes.map(\.key))
    spoken = languages.reduce(before) { $0.intersection($1) }
    guard spoken.isEmpty, !before.isEmpty else { return false }
    spoken = languages.filter { $0 != .english && $0 != Vocabulary.alsoSpoken["su"] }.reduce(before) {
      $0.intersection($1)
    }
    return true
  }

  /// Whether a day of another language is also there as OpenStreetMap writes it.
  private func repeats(_ entry: Vocabulary.Entry) -> Bool {
    entry.languages != .all && codes.contains { $0.key == entry.correction.lowercased() }
  }

  private func doubt(at place: Int) -> OpeningHoursError {
    failure("a text with one reading", at: place, suggestion: "Write Mo, Tu, We, Th, Fr, Sa, Su.")
  }

  /// Whether anything in addition to one word determines the language: another word, or the country.
  private var hasCompany: Bool { speakers.count > 1 || options.languages != .all }

  /// The meaning of a word in the languages of the text; nil if it is ambiguous.
  private func meaning(_ key: String, _ entries: [Vocabulary.Entry]) -> Vocabulary.Entry? {
    let fitting = entries.filter { !$0.speakers(of: key).isDisjoint(with: spoken) }
    // A text of OpenStreetMap or English, or of no language.
    if let plain = entries.first(where: { $0.languages == .all }) {
      guard !spoken.isEmpty, !spoken.contains(.english) else { return plain }
      let others = entries.filter { $0.languages != .all && !$0.languages.isDisjoint(with: spoken) }
      if others.isEmpty { return plain }
      let isElsewhere = !plain.isDay && others.allSatisfy { $0.languages.isSuperset(of: spoken) }
      return isElsewhere && others.count == 1 && hasCompany ? others[0] : nil
    }
    // "Di-Su" is not from Sunday to Sunday.
    let possible = fitting.count > 1 ? fitting.filter { !repeats($0) } : fitting
    guard possible.count == 1, !possible[0].needsCompany || hasCompany else { return nil }
    return possible[0]
  }

  /// Puts what a word means in place of what it was read as.
  private mutating func replace(_ homograph: Homograph, by entry: Vocabulary.Entry) {
    let place = homograph.token
    let hasToken = place < tokens.count && Int(tokens[place].start) == homograph.start
    if hasToken { tokens.remove(at: place) }
    if case .token(let kind, let value) = entry.meaning {
      let token = Token(
        kind: kind, value: value, start: Int32(homograph.start), end: Int32(homograph.start + homograph.length),
        isSpaced: homograph.isSpaced)
      tokens.insert(token, at: place)
    }
    if case .filler(isClock: true) = entry.meaning { speaksOfTheClock = true }
    guard homograph.warning < warnings.count, warnings[homograph.warning].position == homograph.start else { return }
    let old = warnings[homograph.warning]
    warnings[homograph.warning] = OpeningHoursWarning(
      position: old.position, found: old.found, problem: old.problem, correction: entry.correction,
      isUncommon: entry.isUncommon)
  }

  /// Drops the words that begin an open end where they begin something else: "from" in "from Monday to Friday".
  mutating func dropPlainSince() {
    for place in tokens.indices.reversed() where tokens[place].kind == .since {
      guard tokens[place].value == Vocabulary.plainSince else { continue }
      switch place + 1 < tokens.count ? tokens[place + 1].kind : .end {
      case .time, .meridiemTime, .number: break
      default: tokens.remove(at: place)
      }
    }
  }
}

extension Vocabulary.Entry {
  fileprivate var isDay: Bool {
    guard case .token(.weekday, _) = meaning else { return false }
    return true
  }

  /// The languages that have a word with this meaning; all of them for words of no language, and for names of months,
  /// which are clear anywhere.
  fileprivate func speakers(of key: String) -> Languages {
    if isClearAnywhere { return .all }
    guard languages == .all else { return languages }
    return Vocabulary.alsoSpoken[key] ?? (isDay ? .english : .all)
  }
}
