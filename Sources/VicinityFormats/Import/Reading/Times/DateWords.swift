import Streams

/// The words around dates and times in the languages of the product's sources.
enum DateWords {
  /// Whether a word is a day of the week or a part of one.
  static func isWeekday(_ word: String) -> Bool {
    !MonthNames.languages(ofWeekday: word).isEmpty || eastAsianWeekdays.contains { word.hasPrefix($0) }
  }

  private static let eastAsianWeekdays = [
    "月", "火", "水", "木", "金", "土", "日", "星期", "周", "週", "礼拜", "월", "화", "수", "목", "금", "토", "일",
  ]

  /// Words before a date: articles, and prepositions such as `du 27 au 28`.
  static let beforeDate: Set = [
    "the", "le", "la", "l", "d", "il", "lo", "el", "den", "der", "die", "am", "on", "op", "de", "du", "del", "dal",
    "do",
    "dos", "vom", "von", "zum", "au", "al", "from", "od", "dne", "dnia", "dia", "em", "no", "w", "we", "v", "ve", "u",
    "с", "со",
    "в", "во", "від", "з", "feira", "ngày",
  ]

  /// Words that say nothing about when: `Uhr`, `de`, `th`.
  static let fillers = Set(timeWords.keys).union([
    "de", "del", "le", "the", "of", "on", "den", "der", "am", "los", "os", "d", "l", "st", "nd", "rd", "th", "er", "re",
    "ère", "º", "ª", "го", "е", "и", "г", "год", "года", "року", "р", "r", "roku", "godine", "god", "g", "año", "h",
    "uhr",
  ])

  /// Words before a time of day, and whether a bare hour after them is one of 24; after `at 8` it may be the evening.
  static let timeWords = [
    "um": true, "ab": true, "von": true, "vom": true, "uhrzeit": true, "zeit": true, "ore": true, "ora": true,
    "alle": true, "dalle": true, "kl": true, "klo": true, "kello": true, "kell": true, "las": true, "à": true,
    "às": true, "as": true, "das": true, "om": true, "godz": true, "godzina": true, "godzinie": true,
    "godziny": true, "o": true, "od": true, "v": true, "ve": true, "u": true, "ob": true, "saat": true, "hora": true,
    "horas": true, "heure": true, "val": true, "plkst": true, "в": true, "о": true, "с": true, "з": true,
    "a": false, "at": false, "from": false, "time": false, "da": false, "la": false, "de": false, "desde": false,
  ]

  /// Words between a start and an end.
  static let until: Set = [
    "to", "bis", "till", "til", "until", "through", "thru", "hasta", "fino", "jusqu", "jusque", "tot", "do", "au", "al",
    "alle", "à", "a", "ao", "as", "às", "até", "ate", "по", "до",
  ]

  /// Words between two days that follow each other.
  static let and: Set = ["and", "und", "et", "y", "e", "i", "og", "och", "en", "și", "si", "ja", "ve", "и", "і", "та"]

  /// Words after an hour.
  static let hours: Set = [
    "uhr", "h", "hs", "hr", "hrs", "u", "uur", "hod", "hodin", "sati", "sat", "heures", "heure", "horas", "hora", "ore",
    "óra", "órakor", "val", "ч", "час", "часов", "година", "год", "時", "时", "點", "点", "시", "klokken",
  ]

  /// The half of the day before an hour; true for the afternoon.
  static let halves = [
    "午前": false, "上午": false, "早上": false, "오전": false, "午後": true, "下午": true, "晚上": true, "오후": true, "저녁": true,
  ]

  /// Languages of other words of a date.
  static let languages: [String: Set<String>] = [
    "godz": ["pl"], "godzina": ["pl"], "godzinie": ["pl"], "dnia": ["pl"], "r": ["pl", "cs"], "roku": ["pl", "cs"],
    "hod": ["cs", "sk"], "hodin": ["cs", "sk"], "dne": ["cs"], "v": ["cs", "sk"], "ve": ["cs"], "sati": ["hr"],
    "sat": ["hr"], "godine": ["hr"], "u": ["hr"], "w": ["pl"], "we": ["pl"], "o": ["pl"],
  ]
}
