import CivilTime

/// The words of the language with their sloppy and foreign spellings.
struct Vocabulary {
  /// The meaning of a word.
  enum Meaning: Equatable {
    case token(Token.Kind, Int32)
    /// No meaning ("Uhr", "from"); whether it shows that hours are counted to 24.
    case filler(isClock: Bool)
    /// A range of weekdays ("daily").
    case days(Weekday, Weekday)
    /// A time of day in minutes ("noon").
    case hour(Int)
  }

  struct Entry {
    var meaning: Meaning
    /// The correct spelling.
    var correction: String
    var languages: Languages = .all
    /// Whether `opening_hours.js` does not accept the word.
    var isUncommon = false
    /// Whether it is accepted even where its language is not spoken: "Mai" is May everywhere, "Di" is not Tuesday.
    var isClearAnywhere = false
    /// Whether only other words of its language make it clear: "pe" is Friday among Finnish days.
    var needsCompany = false

    /// Whether it joins days or times.
    var joins: Bool { meaning == .token(.hyphen, 0) || meaning == .token(.comma, 0) }
  }

  /// The meaning of a word in lower case; several entries if it differs by language.
  static let entries: [String: [Entry]] = {
    var table: [String: [Entry]] = [:]
    for (words, entry) in canonical + english + foreign {
      for word in words.split(separator: " ") { add(entry, to: &table[String(word), default: []]) }
    }
    return table
  }()

  /// Joins entries of the same meaning.
  private static func add(_ entry: Entry, to entries: inout [Entry]) {
    guard let same = entries.firstIndex(where: { $0.meaning == entry.meaning }) else { return entries.append(entry) }
    entries[same].languages.formUnion(entry.languages)
    entries[same].needsCompany = entries[same].needsCompany && entry.needsCompany
    entries[same].isUncommon = entries[same].isUncommon && entry.isUncommon
  }

  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  static let modifiers: [Rule.Modifier] = [.open, .closed, .off, .unknown]
  static let events: [SunEvent] = [.dawn, .sunrise, .sunset, .dusk]

  static func weekday(_ day: Weekday, _ languages: Languages = .all, isUncommon: Bool = false) -> Entry {
    Entry(
      meaning: .token(.weekday, Int32(day.rawValue)), correction: day.abbreviation, languages: languages,
      isUncommon: isUncommon)
  }

  static func month(_ number: Int, _ languages: Languages = .all, isUncommon: Bool = false) -> Entry {
    Entry(
      meaning: .token(.month, Int32(number)), correction: months[number - 1], languages: languages,
      isUncommon: isUncommon, isClearAnywhere: true)
  }

  private static func modifier(_ modifier: Rule.Modifier, _ languages: Languages = .all, isUncommon: Bool = false)
    -> Entry
  {
    let index = modifiers.firstIndex(of: modifier) ?? 0
    return Entry(
      meaning: .token(.modifier, Int32(index)), correction: modifier.rawValue, languages: languages,
      isUncommon: isUncommon)
  }

  private static func word(_ kind: Token.Kind, _ value: Int32, _ text: String, isUncommon: Bool = false) -> Entry {
    Entry(meaning: .token(kind, value), correction: text, isUncommon: isUncommon)
  }

  /// The words of the specification.
  private static let canonical: [(String, Entry)] =
    Weekday.allCases.map { ($0.abbreviation.lowercased(), weekday($0)) }
    + months.indices.map { (months[$0].lowercased(), month($0 + 1)) }
    + modifiers.map { ($0.rawValue, modifier($0)) }
    + events.indices.map { (events[$0].rawValue, word(.event, Int32($0), events[$0].rawValue)) }
    + [
      ("ph", word(.holiday, 0, "PH")), ("sh", word(.holiday, 1, "SH")), ("week", word(.week, 0, "week")),
      ("easter", word(.easter, 0, "easter")), ("day", word(.day, 0, "day")), ("days", word(.day, 0, "days")),
    ]

  private static let english: [(String, Entry)] = [
    ("mon monday mondays", weekday(.monday)), ("tue tues tuesday tuesdays", weekday(.tuesday)),
    ("wed weds wednesday wednesdays", weekday(.wednesday)), ("thurs thursday thursdays", weekday(.thursday)),
    ("thu thur thr", weekday(.thursday, isUncommon: true)), ("fri friday fridays", weekday(.friday)),
    ("sat saturday saturdays", weekday(.saturday)), ("sun sunday sundays", weekday(.sunday)),
    ("january", month(1)), ("february", month(2)), ("march", month(3)), ("april", month(4)), ("june", month(6)),
    ("july", month(7)), ("august", month(8)), ("september", month(9)), ("sept", month(9, isUncommon: true)),
    ("october", month(10)), ("november", month(11)), ("december", month(12)),
    ("holiday holidays", word(.holiday, 0, "PH")), ("bh", word(.holiday, 0, "PH", isUncommon: true)),
    ("weeks", word(.week, 0, "week")),
    ("dusk", word(.event, 3, "dusk")),
    ("to till til until through thru", word(.hyphen, 0, "-")),
    ("and", word(.comma, 0, ",")),
    ("from", Entry(meaning: .token(.since, Vocabulary.plainSince), correction: "")),
    ("hrs hr hours", Entry(meaning: .filler(isClock: false), correction: "")),
    ("hs uhr h", Entry(meaning: .filler(isClock: true), correction: "")),
    ("on every each", Entry(meaning: .filler(isClock: false), correction: "", isUncommon: true)),
    ("daily everyday täglich diario", Entry(meaning: .days(.monday, .sunday), correction: "Mo-Su")),
    ("weekday weekdays", Entry(meaning: .days(.monday, .friday), correction: "Mo-Fr", isUncommon: true)),
    ("weekend weekends", Entry(meaning: .days(.saturday, .sunday), correction: "Sa-Su", isUncommon: true)),
    ("noon midday", Entry(meaning: .hour(720), correction: "12:00", isUncommon: true)),
    ("midnight", Entry(meaning: .hour(1440), correction: "24:00", isUncommon: true)),
    ("late openend", word(.plus, 0, "+")), ("varies varying closing", word(.plus, 0, "+", isUncommon: true)),
    ("onwards onward", word(.plus, 0, "+", isUncommon: true)), ("shut", modifier(.closed, isUncommon: true)),
    ("nonstop", word(.always, 0, "24/7")), ("always", word(.always, 0, "24/7", isUncommon: true)),
    ("close", modifier(.closed)), ("geöffnet", modifier(.open)),
  ]
}
