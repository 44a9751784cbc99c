import CivilTime
import Hours

/// Reads a text as a person would skim it, independently of the parser, and lists where the parser disagrees: a day
/// that the text calls closed and the parser opens, a day with hours that the parser closes, and a span of more than
/// 16 hours that the text does not state.
///
/// It knows only the plain forms "DAYS closed", "closed DAYS" and "DAYS TIME-TIME", and passes over texts with dates.
struct HoursReview {
  let text: String
  let hours: OpeningHours
  private let words: [Word]

  init(_ text: String, _ hours: OpeningHours) {
    self.text = text
    self.hours = hours
    words = Word.all(in: text)
  }

  /// The suspicious findings; empty when there are none.
  var findings: [String] { inversions + longSpans }

  /// Whether the text is written as the specification demands, so that it means what it says.
  private var isLiteral: Bool { hours.warnings.isEmpty }
}

// MARK: - Open and closed

extension HoursReview {
  var inversions: [String] {
    guard !words.contains(where: { $0.kind == .date || $0.kind == .other || $0.kind == .fallback }) else { return [] }
    var closed: Set<Weekday> = []
    var open: Set<Weekday> = []
    for claim in claims {
      // "Mo-Fr off; We 10:00-18:00" takes back a part of what it said.
      if claim.isClosed {
        closed.formUnion(claim.days)
      } else {
        closed.subtract(claim.days)
        open.formUnion(claim.days)
      }
    }
    let schedule = Schedule(hours, in: HoursContext(zone: .utc))
    let opened = closed.filter { schedule.begins(on: $0, .open) }.sorted { $0.rawValue < $1.rawValue }
    let shut = open.subtracting(closed).filter { !schedule.begins(on: $0, .open, .unknown) }
    return opened.map { "\($0.abbreviation) is called closed and is open" }
      + shut.map { "\($0.abbreviation) has hours and is closed" }
  }

  private struct Claim {
    let days: Set<Weekday>
    let isClosed: Bool
  }

  /// The claims about weekdays, in the order of the text.
  private var claims: [Claim] {
    // "24/7 off" takes all back.
    if zip(words, words.dropFirst()).contains(where: { $0.kind == .allDay && $1.kind == .closed }) { return [] }
    var claims: [Claim] = []
    var place = 0
    var pending: Set<Weekday> = []
    var isShut = false
    while place < words.count {
      let word = words[place]
      switch word.kind {
      case .day:
        let (days, end) = days(from: place)
        let next = end < words.count ? words[end].kind : .separator
        if isShut, next != .time, next != .closed { claims.append(Claim(days: days, isClosed: true)) }
        isShut = false
        pending = days
        place = end
        continue
      case .closed:
        // "DAYS 12:00-13:00 closed" closes some hours only.
        let before = place > 0 ? words[place - 1].kind : .separator
        if !pending.isEmpty, before == .day || before == .joint {
          let isPartial = place + 1 < words.count && words[place + 1].kind == .time
          if !isPartial { claims.append(Claim(days: pending, isClosed: true)) }
          isShut = false
        } else {
          isShut = before != .time || place + 1 < words.count && words[place + 1].kind == .day
        }
        pending = []
      case .time:
        if !pending.isEmpty, !closesTimes(from: place) { claims.append(Claim(days: pending, isClosed: false)) }
        pending = []
        isShut = false
      case .separator:
        pending = []
        isShut = false
      default: break
      }
      place += 1
    }
    return claims
  }

  /// Whether "closed" ends the times that begin here.
  private func closesTimes(from start: Int) -> Bool {
    let rest = words[start...].drop { $0.kind == .time || $0.kind == .joint }
    guard rest.first?.kind == .closed else { return false }
    return rest.dropFirst().first?.kind != .day
  }

  /// The weekdays of a list that begins at a word, and the index after it.
  private func days(from start: Int) -> (Set<Weekday>, Int) {
    var days: Set<Weekday> = []
    var place = start
    while place < words.count, case .day = words[place].kind {
      let first = words[place].days
      if place + 2 < words.count, words[place + 1].isRange, words[place + 2].kind == .day, first.count == 1,
        words[place + 2].days.count == 1, let from = first.first, let to = words[place + 2].days.first
      {
        days.formUnion(Weekday.allCases.filter { WeekdayRange(from, through: to).contains($0) })
        place += 3
      } else {
        days.formUnion(first)
        place += 1
      }
      if place + 1 < words.count, words[place].kind == .joint, words[place + 1].kind == .day { place += 1 }
    }
    return (days, place)
  }
}

extension WeekdayRange {
  fileprivate init(_ first: Weekday, through last: Weekday) {
    let text = "\(first.abbreviation)-\(last.abbreviation)"
    self = (try? OpeningHours(parsing: text))?.rules[0].days[0].weekdays ?? .init(first)
  }

  private init(_ day: Weekday) { self = WeekdayRange(day, through: day) }
}

extension Schedule {
  /// Whether an interval of a state begins on a weekday, or lasts at noon.
  fileprivate func begins(on day: Weekday, _ states: OpeningState...) -> Bool {
    // 4 January 2027 was a Monday.
    let start = Instant(secondsSince1970: (20_822 + Int64(day.rawValue)) * 86_400)
    let noon = start + 43_200
    return intervals(in: (start + -86_400)..<(start + 86_400)).contains { interval in
      states.contains(interval.state)
        && (interval.range.lowerBound > start && interval.range.lowerBound < start + 86_400
          || interval.range.contains(noon) || states.count > 1 && interval.range.contains(start))
    }
  }
}

// MARK: - Long spans

extension HoursReview {
  /// The spans above 16 hours that the text does not state.
  var longSpans: [String] {
    guard !isLiteral else { return [] }
    return hours.rules.compactMap { rule in
      guard rule.state == .open else { return nil }
      if rule.times.isEmpty {
        let states = rule.isAlways || rule.days.isEmpty || saysAllDay || saysOpen && !rule.dates.isEmpty
        return states ? nil : "\(rule) is open all day"
      }
      return rule.times.first { !isStated($0) }.map { "\(rule) is open for \(hoursOf($0))" }
    }
  }

  private func hoursOf(_ span: TimeSpan) -> String {
    let minutes = length(span)
    return "\(minutes / 60):\(minutes % 60)"
  }

  private func length(_ span: TimeSpan) -> Int {
    guard let end = span.end, end.event == nil, span.start.event == nil else { return 0 }
    return end.minutes > span.start.minutes ? end.minutes - span.start.minutes : end.minutes + 1440 - span.start.minutes
  }

  private func isStated(_ span: TimeSpan) -> Bool {
    guard length(span) > 960, let end = span.end else { return true }
    if length(span) == 1440, saysAllDay { return true }
    // Anyone who writes 13 or 0 uses 24 hours, and so does anyone who ends a night with "02:00".
    let times = words.filter { $0.kind == .time }
    return times.contains { start in
      start.fits(span.start.minutes)
        && times.contains { last in
          last.fits(end.minutes)
            && (start.isFull && last.isFull || start.hasMeridiem && last.hasMeridiem || end.minutes >= 780
              || end.minutes < 60 || end.minutes < 300 && last.isLiteral)
        }
    }
  }

  private var saysAllDay: Bool { words.contains { $0.kind == .allDay } }
  private var saysOpen: Bool { words.contains { $0.kind == .open } }
}
