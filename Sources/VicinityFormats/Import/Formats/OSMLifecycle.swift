import CivilTime
import Streams
import Vicinity

/// Whether an OSM element is there, by the lifecycle of its tags.
///
/// A prefix of a main key, as in `disused:amenity=pub`, says that the element is this no longer or not yet, and says
/// nothing of its other types: a café with `was:amenity=pub` is a café. A flag, as in `disused=yes` or a past
/// `end_date`, says so of the whole element. Names and notes are no evidence. Source: the wiki pages "Lifecycle prefix"
/// and "Key:end_date".
struct OSMLifecycle {
  /// What becomes of an element.
  enum Outcome {
    /// A place with these tags, in business unless it has a status.
    case place(OSMTags, OperatingStatus?)
    /// It is there no longer; by the tag that says so.
    case gone(String)
  }

  private let scope: OSMScope
  private let now: Instant

  init(scope: OSMScope, now: Instant) { (self.scope, self.now) = (scope, now) }

  /// Judges the tags of an element.
  func outcome(_ tags: OSMTags) -> Outcome {
    let status = PlaceStatus(now: now).status { tags[$0] }
    if tags.types.contains(where: { scope.admits($0) && !Self.phaseWords.contains($0.value) }) {
      return .place(tags, status)
    }
    var gone: String?
    var planned: (tag: String, tags: OSMTags)?
    for (key, text) in tags.pairs {
      let value = text.trimmingSpaces.lowercased()
      guard let (phase, main) = Self.phase(of: key), !value.isEmpty, value != "no" else { continue }
      let covers = scope.admits((main, value))
      switch phase {
      case .past: if covers || gone == nil { gone = "\(key)=\(value)" }
      case .future: if covers { planned = ("\(key)=\(value)", tags.setting(main, to: value)) }
      }
    }
    for (main, text) in tags.types {
      let value = text.lowercased()
      guard Self.phaseWords.contains(value), scope.admits((main, text)) || value == "construction" else { continue }
      guard Self.phases[value] == .future else {
        // shop=vacant.
        gone = "\(main)=\(value)"
        continue
      }
      // amenity=construction with construction=pub.
      let type = (tags[value] ?? "").lowercased()
      if scope.admits((main, type)) || scope.admits((main, text)) {
        planned = ("\(main)=\(value)", type.isEmpty ? tags : tags.setting(main, to: type))
      }
    }
    if let planned { return .place(planned.tags, status ?? .planned) }
    // What has another type is judged by that; what has none is nothing any more.
    if let gone, tags.mainType == nil || isCovered(gone) { return .gone(gone) }
    return .place(tags, status)
  }

  /// Whether a lifecycle tag is of a type that is imported, so that it is the reason to leave its element out.
  private func isCovered(_ tag: String) -> Bool {
    let parts = tag.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let main = Self.phase(of: String(parts[0]))?.1 ?? String(parts[0])
    return scope.admits((main, String(parts[1])))
  }

  private enum Phase { case past, future }

  /// The phase and the main key of `disused:amenity`, `was:disused:amenity`, `amenity:disused` or `disused_amenity`; nil
  /// for other keys.
  private static func phase(of key: String) -> (Phase, String)? {
    let parts = key.lowercased().split(separator: ":").map(String.init)
    if parts.count > 1, let last = parts.last, let first = parts.first {
      if let phase = phases[first], OSMTags.isMainKey(last) { return (phase, last) }
      if let phase = phases[last], OSMTags.isMainKey(first) { return (phase, first) }
      return nil
    }
    let words = key.lowercased().split(separator: "_", maxSplits: 1).map(String.init)
    guard words.count == 2, let phase = phases[words[0]], OSMTags.isMainKey(words[1]) else { return nil }
    return (phase, words[1])
  }

  private static let phases: [String: Phase] = {
    var phases: [String: Phase] = [:]
    for word in [
      "disused", "abandoned", "was", "removed", "demolished", "razed", "destroyed", "historic", "closed", "ruins",
      "ruined", "ruin", "dismantled", "former", "formerly", "old", "obsolete", "gone", "defunct", "vacant", "burned",
      "burnt",
    ] { phases[word] = .past }
    for word in ["construction", "proposed", "planned", "project", "projected", "future", "under_construction"] {
      phases[word] = .future
    }
    return phases
  }()

  /// Values of a main key that are no type.
  private static let phaseWords: Set = [
    "construction", "proposed", "planned", "disused", "abandoned", "vacant", "closed", "removed", "demolished",
    "destroyed", "razed", "ruins", "former",
  ]
}

/// The state of business by the tags of OSM and the columns of common exports.
struct PlaceStatus {
  private let now: Instant

  init(now: Instant) { self.now = now }

  /// The status that the values tell; nil for a place in business.
  ///
  /// - Parameter value: of a key or column; nil without one.
  func status(_ value: (String) -> String?) -> OperatingStatus? {
    var found: OperatingStatus?
    func find(_ status: OperatingStatus?) { found = found ?? status }
    for key in Self.closedFlags { find(value(key).flatMap(flag) == true ? .closed : nil) }
    for key in Self.formerTypes {
      // disused=pub: what it was.
      if let text = value(key), flag(text) == nil, extent(text) == nil { find(.closed) }
    }
    for key in Self.endDates { find(value(key).flatMap(extent).map { $0.end <= today } == true ? .closed : nil) }
    for key in Self.words { find(value(key).flatMap(Self.word)) }
    for key in Self.temporaryFlags { find(value(key).flatMap(flag) == true ? .temporarilyClosed : nil) }
    for key in Self.plannedFlags { find(value(key).flatMap(flag) == true ? .planned : nil) }
    for key in Self.startDates { find(value(key).flatMap(extent).map { $0.start > today } == true ? .planned : nil) }
    find(value("opening_hours").flatMap(Self.status(ofHours:)))
    return found
  }

  /// Keys and columns, in lower case, by which `status` judges.
  static let keys: Set<String> = Set(
    closedFlags + temporaryFlags + plannedFlags + endDates + startDates + words + ["opening_hours"])

  // OSM's flags; those of Google, Yelp and Foursquare exports.
  private static let closedFlags = [
    "disused", "abandoned", "demolished", "razed", "removed", "destroyed", "dismantled", "ruins", "defunct", "closed",
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
    "operational_status", "operating_status", "business_status", "closed_bucket", "brewery_type", "lifecycle",
  ]

  /// Yes, or since a day that is not to come; nil for a word that says neither yes nor no.
  private func flag(_ text: String) -> Bool? {
    switch text.trimmingSpaces.lowercased() {
    case "yes", "true", "t", "1", "y", "ja", "permanent", "permanently": return true
    case "no", "false", "f", "0", "n": return false
    default: return extent(text).map { $0.start <= today }
    }
  }

  /// Only words that say more than that it is in business.
  private static func word(_ text: String) -> OperatingStatus? {
    do throws(RowRejection) { return try OperatingStatus.named(text) } catch { return nil }
  }

  private var today: Int { Zone.utc.localDateTime(at: now).date.dayNumber }

  /// The first day of a date of OSM, and the first one after it: `2019`, `2019-05`, `2019-05-01`, `~2019`, `1990s`,
  /// `C20`, `before 1990`, `2019..2021`, and the spellings of `isoSpelling`; nil for other texts. Source: the wiki page
  /// "Key:start_date".
  private func extent(_ text: String) -> (start: Int, end: Int)? {
    var date = text.trimmingSpaces.lowercased()
    if let dots = date.firstRange(of: "..") {
      guard let first = extent(String(date[..<dots.lowerBound])), let last = extent(String(date[dots.upperBound...]))
      else { return nil }
      return (first.start, last.end)
    }
    if date.hasPrefix("before ") { return extent(String(date.dropFirst(7))).map { (.min, $0.start) } }
    if date.hasPrefix("after ") { return extent(String(date.dropFirst(6))).map { ($0.end, .max) } }
    for prefix in ["~", "early ", "mid ", "late ", "circa ", "ca. ", "ca "] where date.hasPrefix(prefix) {
      date = date.dropFirst(prefix.count).trimmingSpaces
    }
    if date.hasPrefix("c"), let century = Int(date.dropFirst()), (1...30).contains(century) {
      return Self.years(100 * century - 99, through: 100 * century)
    }
    if date.count == 5, date.hasSuffix("s"), let decade = Int(date.dropLast()) {
      return Self.years(decade, through: decade + 9)
    }
    date = Self.isoSpelling(of: date)
    if let time = date.firstIndex(where: { $0 == "t" || $0 == " " }) { date = String(date[..<time]) }
    return Self.days(of: date)
  }

  /// `31.12.2019`, `12.2019`, `2019/12/31`, `2019-5-1`, `May 2019` and `1 May 2019` with a hyphen between year, month and
  /// day; other texts as they are, such as `05/06/2019`, of which nobody knows the month.
  private static func isoSpelling(of date: String) -> String {
    var parts = date.split { "./- ".contains($0) }.map(String.init)
    guard (2...3).contains(parts.count), let first = parts.first, let last = parts.last else { return date }
    if last.count == 4, first.count != 4 || month(named: first) != nil {
      let isDotted = date.allSatisfy { $0 == "." || $0.isASCIIDigit }
      guard isDotted || month(named: parts[parts.count - 2]) != nil else { return date }
      parts.reverse()
    }
    if let month = month(named: parts[1]) { parts[1] = String(month) }
    guard parts[0].count == 4, parts.dropFirst().allSatisfy({ $0.count <= 2 }),
      parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
    else { return date }
    return parts.map { $0.count == 1 ? "0\($0)" : $0 }.joined(separator: "-")
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
      return LocalDate(parsing: "\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)-01-01")?.dayNumber
    }
    guard let start = day(first), let end = day(last + 1) else { return nil }
    return (start, end)
  }

  /// The days of `2019`, `2019-05` or `2019-05-01`; a month counts as 28 days.
  private static func days(of date: String) -> (start: Int, end: Int)? {
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts.first?.count == 4, parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }), let year = Int(parts[0])
    else { return nil }
    if parts.count == 1 { return years(year, through: year) }
    let padded = parts.map(String.init) + Array(repeating: "01", count: 3 - parts.count)
    guard let start = LocalDate(parsing: padded.joined(separator: "-")) else { return nil }
    return (start.dayNumber, start.dayNumber + (parts.count == 3 ? 1 : 28))
  }

  /// Hours that are no hours: `off`, `closed "permanently"`, `24/7 off`. A comment that speaks of a while makes it
  /// temporary.
  private static func status(ofHours text: String) -> OperatingStatus? {
    let lower = text.lowercased()
    let parts = lower.split(separator: "\"", omittingEmptySubsequences: false)
    let rule = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined()
    let comment = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined(
      separator: " ")
    let bare = rule.filter { $0.isLetter || $0.isNumber }
    guard neverOpen.contains(bare) || (bare.isEmpty && isClosing(comment)) else { return nil }
    return speaksOfAWhile(comment.isEmpty ? rule : comment) ? .temporarilyClosed : .closed
  }

  /// Rules that never open, without spaces and punctuation.
  private static let neverOpen: Set = [
    "off", "closed", "247off", "247closed", "mosuoff", "mosuclosed", "mosuphoff", "00002400off", "mosu00002400off",
    "permanentlyclosed", "closedpermanently", "closedforgood", "temporarilyclosed", "closedtemporarily",
    "closeduntilfurthernotice", "geschlossen", "dauerhaftgeschlossen", "vorübergehendgeschlossen", "outofbusiness",
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
      "sanierung", "bis auf weiteres", "for the season", "winter break", "tijdelijk", "temporairement",
    ].contains { text.contains($0) }
  }
}
