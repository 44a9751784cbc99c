import CivilTime

extension Lexer {
  /// A word of ASCII letters, perhaps followed by others.
  mutating func word() throws(OpeningHoursError) {
    var length = 1
    while (byte(length) | 0x20) &- 0x61 < 26 { length += 1 }
    if byte(length) < 0x80, commonWord(length) { return }
    try look(up: wordLength(from: length))
  }

  /// The most common words, exactly as the specification spells them.
  private mutating func commonWord(_ length: Int) -> Bool {
    guard length == 2 || length == 3 else { return false }
    let key = UInt32(byte(0)) << 16 | UInt32(byte(1)) << 8 | (length == 3 ? UInt32(byte(2)) : 0)
    switch key {
    case 0x4D6F00: add(.weekday, 2, value: 0)  // Mo
    case 0x547500: add(.weekday, 2, value: 1)  // Tu
    case 0x576500: add(.weekday, 2, value: 2)  // We
    case 0x546800: add(.weekday, 2, value: 3)  // Th
    case 0x467200: add(.weekday, 2, value: 4)  // Fr
    case 0x536100: add(.weekday, 2, value: 5)  // Sa
    case 0x537500: add(.weekday, 2, value: 6)  // Su
    case 0x504800: add(.holiday, 2, value: 0)  // PH
    case 0x534800: add(.holiday, 2, value: 1)  // SH
    case 0x6F6666: add(.modifier, 3, value: 2)  // off
    default: return false
    }
    return true
  }

  /// Extends a word over non-ASCII letters, and over a hyphen in "segunda-feira".
  private func wordLength(from start: Int) -> Int {
    var length = start
    while let scalar = scalar(at: length), scalar.properties.isAlphabetic {
      length += UTF8.width(scalar)
    }
    let feira = Array("-feira".utf8)
    return (0..<feira.count).allSatisfy { byte(length + $0) == feira[$0] } ? length + feira.count : length
  }

  private mutating func look(up length: Int) throws(OpeningHoursError) {
    let word = text(from: position, to: position + length)
    let key = word.lowercased()
    if length <= 32, options.leniency == .tolerant {
      if try phrase(from: key) { return }
      if try eve(key, length) { return }
    }
    guard length <= 32, let entries = Vocabulary.entries[key] else { throw unknownWord(word) }
    let isJoined = isJoined(length)
    let known = entries.filter { entry in
      (!entry.languages.isDisjoint(with: options.languages) || entry.isClearAnywhere)
        && !(isJoined && entry.joins && entry.languages != .all)
    }
    // The readings of map editors have no other languages.
    guard let entry = known.first(where: { options.leniency == .tolerant || !$0.isUncommon }) ?? known.first else {
      throw unknownWord(word)
    }
    let isDoubtful = known.count > 1 || entry.needsCompany
    if isDoubtful { homographs.append(Homograph(key: key, entries: known, lexer: self, length: length)) }
    if word != entry.correction {
      let isSpokenHere = !entry.languages.isDisjoint(with: options.languages)
      try warn(
        length, "not a word of the language", correction: entry.correction,
        isUncommon: entry.isUncommon || !isSpokenHere)
    }
    hear(key, known)
    try add(entry, length)
  }

  /// Whether a sign is next to a word, so that the word itself joins nothing: "Do" in "Mo-Do".
  private func isJoined(_ length: Int) -> Bool {
    func isSign(_ kind: Token.Kind) -> Bool { [.hyphen, .comma, .semicolon, .slash, .fallback].contains(kind) }
    var end = length
    while byte(end) == 0x20 { end += 1 }
    return tokens.last.map { isSign($0.kind) } ?? true || "-,;/:".utf8.contains(byte(end)) || byte(end) == 0xE2
  }

  private mutating func add(_ entry: Vocabulary.Entry, _ length: Int) throws(OpeningHoursError) {
    switch entry.meaning {
    case .token(.since, Vocabulary.plainSince) where options.leniency != .tolerant:
      position += length
    case .token(let kind, let value):
      add(kind, length, value: Int(value))
      if kind == .comma || kind == .hyphen { skipDot() }
    case .filler(let isClock):
      position += length
      speaksOfTheClock = speaksOfTheClock || isClock
      skipDot()
    case .days(let first, let last): add(days: first, last, length)
    case .hour(let minutes): try namedTime(minutes, length)
    }
  }

  /// Skips the dot of an abbreviation that has no token or joins two, as in "hrs." and "u.".
  private mutating func skipDot() {
    if byte(0) == UInt8(ascii: "."), byte(1) == 0x20 || position + 1 == bytes.count { position += 1 }
  }

  /// Several words with one meaning, as in "rund um die Uhr".
  private mutating func phrase(from key: String) throws(OpeningHoursError) -> Bool {
    guard let phrases = Vocabulary.phrases[key] else { return false }
    let rest = text(from: position, to: position + Vocabulary.longestPhrase).lowercased()
    for (words, entry) in phrases where rest.hasPrefix(words) {
      guard rest.dropFirst(words.count).first.map({ !$0.isLetter }) ?? true,
        !entry.languages.isDisjoint(with: options.languages)
      else { continue }
      // Small and capital letters of these words have the same length.
      let length = words.utf8.count
      try warn(length, "not a word of the language", correction: entry.correction, isUncommon: true)
      if entry.languages != .all { hear(words, [entry]) }
      if Vocabulary.shut.contains(where: { $0.0 == words }) { isShutForGood = true }
      try add(entry, length)
      return true
    }
    return false
  }

  /// `PH eve` is the day before a holiday.
  private mutating func eve(_ key: String, _ length: Int) throws(OpeningHoursError) -> Bool {
    guard key == "eve", let last = tokens.last, last.kind == .holiday, last.value == 0 else { return false }
    try warn(length, "the day before is written as an offset", correction: "-1 day", isUncommon: true)
    let start = position
    for (kind, value) in [(Token.Kind.hyphen, 0), (.number, 1), (.day, 0)] {
      position = start
      add(kind, length, value: value)
    }
    return true
  }

  mutating func add(days first: Weekday, _ last: Weekday, _ length: Int) {
    let start = position
    add(.weekday, length, value: first.rawValue)
    position = start
    add(.hyphen, length)
    position = start
    add(.weekday, length, value: last.rawValue)
  }

  private func unknownWord(_ word: String) -> OpeningHoursError {
    let near = Vocabulary.nearest(to: word.lowercased())
    return failure(
      "a weekday, month, time or state",
      suggestion: near.map { "Did you mean \"\($0)\"?" } ?? "Free text belongs in quotes, as a comment.")
  }

  /// The scalar `offset` bytes ahead, nil at the end.
  func scalar(at offset: Int) -> Unicode.Scalar? {
    let start = position + offset
    guard start < bytes.count else { return nil }
    if bytes[start] < 0x80 { return Unicode.Scalar(bytes[start]) }
    var iterator = bytes[start..<min(start + 4, bytes.count)].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }

  /// A symbol or word that begins with a non-ASCII byte.
  mutating func unicode() throws(OpeningHoursError) {
    guard let scalar = scalar(at: 0) else { throw failure("UTF-8 text") }
    let width = UTF8.width(scalar)
    switch scalar.value {
    case 0x00A0, 0x2000...0x200A, 0x202F, 0x3000: try replaceBySpace(width)
    // Icons of fonts, which texts copied from pages contain.
    case 0xE000...0xF8FF: try replaceBySpace(width, isUncommon: true)
    case 0x200B...0x200F, 0xFEFF: try replaceBySpace(width, isUncommon: true)
    case 0x2010...0x2015, 0x2212, 0x301C, 0xFF0D, 0xFF5E: try replace(.hyphen, width, "-")
    case 0x3001, 0x060C, 0xFF0C, 0xFF64: try replace(.comma, width, ",", isUncommon: true)
    case 0xFF1B: try replace(.semicolon, width, ";", isUncommon: true)
    case 0xFF1A: try replace(.colon, width, ":", isUncommon: true)
    case 0x2018, 0x2019, 0x201C...0x201E, 0x00AB, 0x300C, 0x300E: try quoted(length: width)
    default:
      guard scalar.properties.isAlphabetic else { throw failure("a rule") }
      try look(up: wordLength(from: width))
    }
  }
}
