import Streams

/// The words of dates and times in the languages of the product's sources.
enum DateWords {
  /// The month, 1 to 12, of its name or a part of it of at least three letters; nil for other words.
  static func month(_ word: String) -> Int? {
    let folded = FoldedName.fold(word)
    guard folded.count >= 3 else { return nil }
    return abbreviations[folded] ?? names.first { $0.name.hasPrefix(folded) }?.month
  }

  /// Whether a word is a day of the week or a part of one.
  static func isWeekday(_ word: String) -> Bool {
    let folded = FoldedName.fold(word)
    return folded.count >= 2 && weekdays.contains { $0.hasPrefix(folded) }
  }

  /// Words that say nothing about when: `at`, `um`, `à`, `Uhr`, `de`.
  static let fillers: Set = [
    "at", "um", "ab", "a", "à", "alle", "ore", "om", "kl", "uhr", "de", "del", "le", "the", "of", "on", "den", "der",
    "am",
    "las", "los", "el", "da", "dal", "os", "as", "às", "from", "von", "klo", "st", "nd", "rd", "th", "er", "и", "в",
    "г",
    "o", "ora", "h",
  ]

  /// Zones that only repeat the local time of the place.
  static let localZones: Set = [
    "et", "est", "edt", "ct", "cst", "cdt", "mt", "mst", "mdt", "pt", "pst", "pdt", "cet", "cest", "mez", "mesz", "bst",
    "eet", "eest", "wet", "west", "aest", "aedt", "awst", "jst", "nzst", "nzdt", "ist",
  ]

  /// From the Unicode CLDR, wide and abbreviated, without diacritics.
  private static let names: [(name: String, month: Int)] = [
    [
      "january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari", "styczen", "stycznia", "leden", "ledna",
      "tammikuuta", "ocak", "января", "январь",
    ],
    [
      "february", "februar", "fevrier", "febrero", "febbraio", "fevereiro", "februari", "luty", "lutego", "unor",
      "unora",
      "helmikuuta", "subat", "февраля", "февраль",
    ],
    [
      "march", "marz", "maerz", "mars", "marzo", "marco", "maart", "mart", "marzec", "marca", "brezen", "brezna",
      "maaliskuuta", "марта", "март",
    ],
    [
      "april", "avril", "abril", "aprile", "kwiecien", "kwietnia", "duben", "dubna", "huhtikuuta", "nisan", "апреля",
      "апрель",
    ],
    [
      "may", "mai", "mayo", "maggio", "maio", "mei", "maj", "maja", "kveten", "kvetna", "toukokuuta", "mayis", "мая",
      "май",
    ],
    [
      "june", "juni", "juin", "junio", "giugno", "junho", "czerwiec", "czerwca", "cerven", "cervna", "kesakuuta",
      "haziran",
      "июня", "июнь",
    ],
    [
      "july", "juli", "juillet", "julio", "luglio", "julho", "lipiec", "lipca", "cervenec", "cervence", "heinakuuta",
      "temmuz", "июля", "июль",
    ],
    [
      "august", "aout", "agosto", "augustus", "augusti", "sierpien", "sierpnia", "srpen", "srpna", "elokuuta",
      "agustos",
      "августа", "август",
    ],
    [
      "september", "septembre", "septiembre", "settembre", "setembro", "wrzesien", "wrzesnia", "zari", "syyskuuta",
      "eylul",
      "сентября", "сентябрь",
    ],
    [
      "october", "oktober", "octobre", "octubre", "ottobre", "outubro", "pazdziernik", "pazdziernika", "rijen", "rijna",
      "lokakuuta", "ekim", "октября", "октябрь",
    ],
    [
      "november", "novembre", "noviembre", "novembro", "listopad", "listopada", "listopadu", "marraskuuta", "kasim",
      "ноября", "ноябрь",
    ],
    [
      "december", "dezember", "decembre", "diciembre", "dicembre", "dezembro", "grudzien", "grudnia", "prosinec",
      "prosince",
      "joulukuuta", "aralik", "декабря", "декабрь",
    ],
  ].enumerated().flatMap { index, names in names.map { ($0, index + 1) } }

  /// Short forms that are no beginnings of one month's name only.
  private static let abbreviations = [
    "mar": 3, "mrz": 3, "mrt": 3, "mae": 3, "mag": 5, "jun": 6, "giu": 6, "jul": 7, "lug": 7, "jui": 6, "juil": 7,
    "sept": 9,
    "okt": 10, "dez": 12, "dic": 12, "gen": 1, "ene": 1, "cervna": 6,
  ]

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "tues", "thurs", "montag", "dienstag",
    "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag", "lundi", "mardi", "mercredi", "jeudi",
    "vendredi",
    "samedi", "dimanche", "lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo", "lunedi", "martedi",
    "mercoledi", "giovedi", "venerdi", "sabato", "domenica", "segunda", "terca", "quarta", "quinta", "sexta", "maandag",
    "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag", "mandag", "tirsdag", "onsdag", "torsdag",
    "fredag",
    "lordag", "sondag", "tisdag", "poniedzialek", "wtorek", "sroda", "czwartek", "piatek", "sobota", "niedziela",
    "pondeli",
    "utery", "streda", "ctvrtek", "patek", "nedele", "maanantai", "tiistai", "keskiviikko", "torstai", "perjantai",
    "lauantai", "sunnuntai", "понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье",
  ]
}
