import CivilTime
import Hours
import Streams
import Vicinity

/// The state of business by the tags of OSM and the columns of common exports.
struct PlaceStatus {
  private let now: Instant

  init(now: Instant) { self.now = now }

  /// The status according to the values; nil for a place in business.
  ///
  /// - Parameter value: of a key or column; nil without one.
  func status(_ value: (String) -> String?) -> OperatingStatus? {
    var found: OperatingStatus?
    func find(_ status: OperatingStatus?) { found = found ?? status }
    for key in Self.closedFlags { find(value(key).flatMap(flag) == true ? .closed : nil) }
    for key in Self.formerTypes {
      // In disused=pub, the value is the former type.
      if let text = value(key), flag(text) == nil, extent(text) == nil { find(.closed) }
    }
    for key in Self.endDates { find(value(key).flatMap(extent).map { $0.end <= today } == true ? .closed : nil) }
    for key in Self.words { find(value(key).flatMap(Self.word)) }
    for key in Self.temporaryFlags { find(value(key).flatMap(flag) == true ? .temporarilyClosed : nil) }
    for key in Self.plannedFlags { find(value(key).flatMap(flag) == true ? .planned : nil) }
    for key in Self.startDates { find(value(key).flatMap(extent).map { $0.start > today } == true ? .planned : nil) }
    find(value("opening_hours").flatMap(status(ofHours:)))
    return found
  }

  /// Keys and columns, in lower case, by which `status` judges.
  static let keys: Set<String> = Set(
    closedFlags + temporaryFlags + plannedFlags + endDates + startDates + words + ["opening_hours"])

  /// The key that a name means: `is_closed` for `Is Closed`, `is-closed` and `isClosed`.
  static func key(of name: String) -> String {
    var key = ""
    for character in name.trimmingSpaces {
      if character.isUppercase, key.last?.isLowercase == true { key.append("_") }
      key += character == " " || character == "-" ? "_" : character.lowercased()
    }
    return key
  }

  // OSM's flags; those of Google, Yelp and Foursquare exports.
  private static let closedFlags = [
    "disused", "abandoned", "demolished", "razed", "removed", "destroyed", "dismantled", "ruins", "defunct", "closed",
    "vacant", "gone", "inactive", "former",
    "permanently_closed", "permanentlyclosed", "is_closed", "is_permanently_closed", "closed_permanently",
    "out_of_business",
  ]
  private static let formerTypes = ["disused", "abandoned", "demolished", "razed", "destroyed"]
  private static let temporaryFlags = [
    "temporarily_closed", "temporarilyclosed", "is_temporarily_closed", "closed_temporarily", "temporary_closed",
  ]
  private static let plannedFlags = ["planned", "proposed", "construction", "under_construction", "coming_soon"]
  private static let endDates = ["end_date", "date_closed", "closed_date", "closing_date", "closure_date"]
  private static let startDates = ["start_date", "opening_date", "date_opened"]
  private static let words = [
    "operational_status", "operating_status", "business_status", "closed_bucket", "brewery_type", "lifecycle", "status",
  ]

  /// Whether the text says yes, or gives a day that is not in the future; nil for anything else.
  private func flag(_ text: String) -> Bool? {
    switch text.trimmingSpaces.lowercased() {
    case "yes", "true", "t", "1", "y", "ja", "permanent", "permanently": return true
    case "no", "false", "f", "0", "n": return false
    default: return extent(text).map { $0.start <= today }
    }
  }

  /// The status for a word; nil for words that mean in business, and for unknown words.
  private static func word(_ text: String) -> OperatingStatus? {
    do throws(RowRejection) { return try OperatingStatus.named(text) } catch { return nil }
  }

  private var today: Int { Zone.utc.localDateTime(at: now).date.dayNumber }

  /// The first day of a date in OSM, and the day after its end: `2019`, `2019-05`, `2019-05-01`, `~2019`, `2019?`,
  /// `1990s`, `C20`, `before 1990`, `<1990`, `2019..2021`, `2019-2021`, `winter 2019`, and the spellings of
  /// `isoSpellings`; nil for other texts. A date with two readings, such as `05/06/2019`, extends over both. Source:
  /// the wiki page "Key:start_date".
  private func extent(_ text: String) -> (start: Int, end: Int)? {
    var date = text.trimmingSpaces.lowercased()
    for separator in ["..", ";"] {
      guard let place = date.firstRange(of: separator) else { continue }
      guard let first = extent(String(date[..<place.lowerBound])), let last = extent(String(date[place.upperBound...]))
      else { return nil }
      return (first.start, last.end)
    }
    for prefix in ["before ", "<"] where date.hasPrefix(prefix) {
      return extent(String(date.dropFirst(prefix.count))).map { (.min, $0.start) }
    }
    for prefix in ["after ", ">"] where date.hasPrefix(prefix) {
      return extent(String(date.dropFirst(prefix.count))).map { ($0.end, .max) }
    }
    // j: of the Julian calendar, which is days behind.
    for prefix in [
      "j:", "~", "early", "mid", "late", "circa", "ca.", "c.", "ca ", "spring", "summer", "autumn", "fall",
    ]
    where date.hasPrefix(prefix) { date = date.dropFirst(prefix.count).drop { $0 == "-" }.trimmingSpaces }
    while date.hasSuffix("?") || date.hasSuffix("-") { date = date.dropLast().trimmingSpaces }
    if date.hasPrefix("winter ") { return extent(String(date.dropFirst(7))).map { ($0.start, $0.end + 90) } }
    if date.hasPrefix("c"), let century = Int(date.dropFirst()), (1...30).contains(century) {
      return Self.years(100 * century - 99, through: 100 * century)
    }
    if date.count == 5, date.hasSuffix("s"), let decade = Int(date.dropLast()) {
      return Self.years(decade, through: decade + 9)
    }
    let readings = Self.isoSpellings(of: date).compactMap(Self.days)
    guard let start = readings.map(\.start).min(), let end = readings.map(\.end).max() else { return nil }
    return (start, end)
  }

  /// `31.12.2019`, `12.2019`, `2019/12/31`, `20191231`, `2019-5-1`, `May 2019`, `1 May 2019`, `May 1, 2019` and
  /// `31.12.19` with hyphens between year, month and day, in each possible reading; a text of another form unchanged.
  private static func isoSpellings(of text: String) -> [String] {
    var date = text
    if let time = date.firstIndex(of: "t"), date.first?.isASCIIDigit == true, date[..<time].last?.isASCIIDigit == true {
      date = String(date[..<time])
    }
    if date.count == 8, date.allSatisfy(\.isASCIIDigit) {
      return ["\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))"]
    }
    var parts = date.split { "./-, ".contains($0) }.map(String.init)
    // With a time, or a quarter.
    if parts.count > 1, parts[0].count == 4,
      let cut = parts.firstIndex(where: { $0.contains(":") || $0.hasPrefix("q") })
    {
      parts = Array(parts[..<cut])
    }
    parts = parts.map { part in month(named: part).map { "m\($0)" } ?? part }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0.drop { $0 == "m" }.allSatisfy(\.isASCIIDigit) }) else {
      return [date]
    }
    if parts.count == 2, parts.allSatisfy({ $0.count == 4 && !$0.hasPrefix("m") }) { return parts }
    return orders(of: parts, isDotted: date.contains(".")).map { order in
      order.map { part in
        let digits = part.drop { $0 == "m" }
        return digits.count == 1 ? "0\(digits)" : String(digits)
      }.joined(separator: "-")
    }
  }

  /// The parts of a date as year, month and day, in each possible reading; a month with a name begins with `m`.
  private static func orders(of parts: [String], isDotted: Bool) -> [[String]] {
    guard let first = parts.first, let last = parts.last else { return [] }
    if first.count == 4, !first.hasPrefix("m") { return [parts] }
    if last.count == 2, parts.count == 3, isDotted {
      return ["19", "20"].map { [$0 + last, parts[1], parts[0]] }
    }
    guard last.count == 4, !last.hasPrefix("m"), parts.count > 1 else { return [] }
    if parts.count == 2 { return [[last, first]] }
    if first.hasPrefix("m") { return [[last, first, parts[1]]] }
    if parts[1].hasPrefix("m") || isDotted { return [[last, parts[1], first]] }
    return [[last, parts[1], first], [last, first, parts[1]]]
  }

  /// The number of a month by its English or German name in lower case, or the first letters of it.
  private static func month(named word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return monthNames.lazy.compactMap { $0.firstIndex { $0.hasPrefix(word) } }.first.map { $0 + 1 }
  }

  private static let monthNames = [
    [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ],
    [
      "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
      "dezember",
    ],
  ]

  private static func years(_ first: Int, through last: Int) -> (start: Int, end: Int)? {
    func day(_ year: Int) -> Int? {
      let digits = String(year)
      return (try? LocalDate(parsing: "\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)-01-01"))?
        .dayNumber
    }
    guard let start = day(first), let end = day(last + 1) else { return nil }
    return (start, end)
  }

  /// The days of `2019`, `2019-05` or `2019-05-01`; every month has 28 days here.
  private static func days(of date: String) -> (start: Int, end: Int)? {
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts.first?.count == 4, parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }), let year = Int(parts[0])
    else { return nil }
    if parts.count == 1 { return years(year, through: year) }
    let padded = parts.map(String.init) + Array(repeating: "01", count: 3 - parts.count)
    guard let start = try? LocalDate(parsing: padded.joined(separator: "-")) else { return nil }
    return (start.dayNumber, start.dayNumber + (parts.count == 3 ? 1 : 28))
  }

  /// Hours that never open: `off`, `closed "permanently"`, `Mo-Fr off; Sa,Su off`, `"out of business"`. A comment that
  /// speaks of a while, and a date at which the closure ends, make it temporary.
  private func status(ofHours text: String) -> OperatingStatus? {
    let lower = text.lowercased()
    guard Self.closingWords.contains(where: lower.contains) else { return nil }
    if let closure = (try? OpeningHours(parsing: text))?.closure(at: now) {
      return closure.hasEnd || Self.speaksOfAWhile(closure.comment?.lowercased() ?? lower)
        ? .temporarilyClosed : .closed
    }
    let parts = lower.split(separator: "\"", omittingEmptySubsequences: false)
    func said(_ isComment: Bool) -> String {
      parts.enumerated().filter { $0.offset.isMultiple(of: 2) != isComment }.map { String($0.element) }
        .joined(separator: " ")
    }
    let (rule, comment) = (said(false), said(true))
    func isPhrase(_ text: String) -> Bool { Self.phrases.contains(text.filter { $0.isLetter || $0.isNumber }) }
    let isBare = !rule.contains { $0.isLetter || $0.isNumber }
    guard isPhrase(rule) || (isBare && (Self.isClosing(comment) || isPhrase(comment))) else { return nil }
    return Self.speaksOfAWhile(comment.isEmpty ? rule : comment) ? .temporarilyClosed : .closed
  }

  /// Every text that may close a place at all times contains one of these.
  private static let closingWords = ["off", "clos", "business", "geschl", "ferm", "cerra", "chius", "geslot"]

  /// Phrases in place of hours, without spaces and punctuation.
  private static let phrases: Set = [
    "closed", "permanentlyclosed", "closedpermanently", "closedforgood", "temporarilyclosed", "closedtemporarily",
    "closeduntilfurthernotice", "outofbusiness", "geschlossen", "dauerhaftgeschlossen", "vorübergehendgeschlossen",
    "endgültiggeschlossen", "fermédéfinitivement", "définitivementfermé", "fermétemporairement",
    "cerradopermanentemente", "cerradodefinitivamente", "cerradotemporalmente", "chiusodefinitivamente",
    "definitiefgesloten", "permanentgesloten", "tijdelijkgesloten",
  ]

  private static func isClosing(_ comment: String) -> Bool {
    [
      "permanently closed", "closed permanently", "closed down", "out of business", "temporarily closed",
      "closed until further notice", "dauerhaft geschlossen", "vorübergehend geschlossen", "endgültig geschlossen",
    ].contains { comment.contains($0) }
  }

  private static func speaksOfAWhile(_ text: String) -> Bool {
    [
      "temporar", "renovier", "pause", "ferien", "urlaub", "vacation", "until further notice", "renovat", "covid",
      "corona", "refurbish", "vorübergehend", "umbau",
      "sanierung", "bis auf weiteres", "for the season", "winter break", "tijdelijk", "temporairement", "temporalmente",
    ].contains { text.contains($0) }
  }
}
