/// Words that say nothing about a place: articles, prepositions, and what every place is.
enum EmptyWords {
  /// `and` in the languages of the sources, except for those of one letter.
  static let connections: Set = ["and", "und", "et", "og", "och", "es"]

  /// Whether a folded word can be left out where no listing has it.
  static func contains(_ word: String) -> Bool { connections.contains(word) || words.contains(word) }

  private static let words: Set = [
    "the", "a", "an", "of", "in", "at", "on", "near", "by", "to", "for", "with", "me", "my", "der", "die", "das", "dem",
    "den", "ein", "eine", "im", "am", "zum", "zur", "bei", "beim", "auf", "an", "von", "vom", "le", "la", "les", "du",
    "des",
    "de", "au", "aux", "chez", "un", "une", "el", "los", "las", "del", "il", "lo", "gli", "di", "da", "al", "alla",
    "het",
    "een", "van", "op", "os", "as", "do", "no", "na", "place", "places", "bar", "bars", "pub", "pubs", "club", "clubs",
    "cafe", "cafes", "restaurant", "restaurants", "kneipe", "kneipen", "lokal", "lokale", "event", "events", "party",
    "parties", "couch", "couches", "venue", "venues",
  ]
}

/// The two syllabaries of Japanese, which write the same sounds.
enum Kana {
  /// A word with all syllables in the other one; nil without any, or with both.
  static func other(_ word: String) -> String? {
    var scalars = String.UnicodeScalarView()
    var hasHiragana = false
    var hasKatakana = false
    for scalar in word.unicodeScalars {
      switch scalar.value {
      // U+3041 to U+3096 and U+30A1 to U+30F6 are in the same order.
      case 0x3041...0x3096:
        hasHiragana = true
        scalars.append(Unicode.Scalar(scalar.value + 0x60) ?? scalar)
      case 0x30A1...0x30F6:
        hasKatakana = true
        scalars.append(Unicode.Scalar(scalar.value - 0x60) ?? scalar)
      default: scalars.append(scalar)
      }
    }
    return hasHiragana != hasKatakana ? String(scalars) : nil
  }
}
