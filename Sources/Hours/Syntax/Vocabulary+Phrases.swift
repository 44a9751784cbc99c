import CivilTime

extension Vocabulary {
  /// The words after "24" that mean all day, longer forms before their prefixes; and whether `opening_hours.js` rejects
  /// them.
  static let allDayForms: [(String, Bool)] = [
    (" hours a day", true), (" hours", false), ("hours", true), (" hour", true), ("hour", true),
    ("x7", false), (" hrs", true), ("hrs", true), (" hs", true), (" stunden", true), ("std", true), (" std", true),
    ("h/24h", true), ("h/24", true), (" h/24", true), ("h sur 24", true), (" heures sur 24", true), ("h/7j", true),
    ("/24h", true), ("/24", true), (" heures", true), (" horas", true), ("horas", true), (" ore su 24", true),
    (" ore", true), (" uur", true), (" timer", true), (" timmar", true), (" hodin", true), (" часа", true),
    (" jam", true), ("jam", true), ("時間営業", true), ("時間", true), (" 時間営業", true), ("小時", true),
    ("小时", true), ("h", true), (" h", true),
  ]

  /// Several words with one meaning, by the first of them; the longest first.
  static let phrases: [String: [(String, Entry)]] = {
    var table: [String: [(String, Entry)]] = [:]
    for (phrase, entry) in spelled {
      let first = phrase.prefix { $0.isLetter }
      table[String(first), default: []].append((phrase, entry))
    }
    return table.mapValues { $0.sorted { $0.0.count > $1.0.count } }
  }()

  /// Enough bytes for the longest phrase and the letter after it.
  static let longestPhrase = 40

  private static let spelled: [(String, Entry)] =
    everyDay.map { ($0, Entry(meaning: .days(.monday, .sunday), correction: "Mo-Su", languages: $1)) }
    + shortDays.map { ($0, Entry(meaning: .days(.monday, $1), correction: "Mo-\($1.abbreviation)", languages: $2)) }
    + allDay.map { ($0, Entry(meaning: .token(.always, 0), correction: "24/7", languages: $1)) }
    + shut.map { ($0, Entry(meaning: .token(.modifier, 1), correction: "closed", languages: $1)) }
    + [
      ("public holiday", publicHoliday(.english)), ("public holidays", publicHoliday(.english)),
      ("bank holiday", publicHoliday(.english)), ("bank holidays", publicHoliday(.english)),
      ("du lundi", Entry(meaning: .token(.weekday, 0), correction: "Mo", languages: .french)),
      ("du mardi", Entry(meaning: .token(.weekday, 1), correction: "Tu", languages: .french)),
      ("jours fériés", publicHoliday(.french)), ("open end", openEnd(.english)), ("ende offen", openEnd(.german)),
      ("à partir de", since(.french)), ("a partir de", since([.french, .spanish, .portuguese])),
      ("a partir das", since(.portuguese)), ("a partire dalle", since(.italian)),
      ("t/m", Entry(meaning: .token(.hyphen, 0), correction: "-", languages: .dutch)),
    ]

  /// Ranges of initials that no other days have.
  private static let shortDays: [(String, Weekday, Languages)] = [
    ("m-f", .friday, .english), ("m - f", .friday, .english), ("m-th", .thursday, .english),
    ("m-sat", .saturday, .english), ("l-v", .friday, .spanish), ("l - v", .friday, .spanish),
    ("l a v", .friday, .spanish), ("l-s", .saturday, .spanish), ("l-d", .sunday, .spanish),
    ("h-p", .friday, .hungarian), ("h - p", .friday, .hungarian), ("h-szo", .saturday, .hungarian),
    ("h-v", .sunday, .hungarian),
  ]

  private static let everyDay: [(String, Languages)] = [
    ("every day", .english), ("each day", .english), ("all days", .english), ("tous les jours", .french),
    ("todos los días", .spanish), ("todos los dias", .spanish), ("todos os dias", .portuguese),
    ("tutti i giorni", .italian), ("jeden tag", .german), ("alle tage", .german),
    ("без выходных", .russian), ("setiap hari", .indonesian),
  ]

  private static let allDay: [(String, Languages)] = [
    ("round the clock", .english), ("around the clock", .english), ("rund um die uhr", .german),
    ("całą dobę", .polish), ("dygnet runt", .nordic), ("døgnet rundt", .nordic), ("hele døgnet", .nordic),
    ("las 24 horas", .spanish), ("non-stop", .all), ("h24", .all),
  ]

  /// Closed for good.
  static let shut: [(String, Languages)] = [
    ("permanently closed", .english), ("closed permanently", .english), ("dauerhaft geschlossen", .german),
    ("fermé définitivement", .french), ("cerrado permanentemente", .spanish), ("fechado permanentemente", .portuguese),
    ("permanentemente cerrado", .spanish), ("permanentemente fechado", .portuguese),
    ("chiuso definitivamente", .italian),
  ]

  private static func publicHoliday(_ languages: Languages) -> Entry {
    Entry(meaning: .token(.holiday, 0), correction: "PH", languages: languages)
  }

  private static func openEnd(_ languages: Languages) -> Entry {
    Entry(meaning: .token(.plus, 0), correction: "+", languages: languages)
  }
}
