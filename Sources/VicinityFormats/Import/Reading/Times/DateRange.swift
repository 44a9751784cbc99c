import CivilTime

/// Two dates: `27.11.2026 20:00 – 28.11.2026 02:00`, `27–28 November 2026`, `Nov 27 - Nov 28, 2026`.
struct DateRange {
  private(set) var first: WrittenDate
  private(set) var last: WrittenDate
  private(set) var times: WrittenTimes
  /// Whether the first date has the year of the last one, or the one before.
  private(set) var hasYearOfLast = false

  /// Nil for other texts.
  init?(_ tokens: DateTokens) {
    for index in tokens.tokens.indices.dropFirst() {
      guard let link = Link(tokens, at: index) else { continue }
      let left = DateTokens(tokens.tokens[..<index], of: tokens)
      let right = DateTokens(tokens.tokens[(index + 1)...], of: tokens)
      guard let found = DateRange(left, right), link == .until || found.areNeighbors else { continue }
      self = found
      return
    }
    return nil
  }

  /// What is between two dates.
  private enum Link {
    case until
    /// `and`: only two days that follow each other last from the first to the second.
    case and

    init?(_ tokens: DateTokens, at index: Int) {
      switch tokens.token(index) {
      case .sign(let sign)? where DateTokens.dashes.contains(sign): self = .until
      // ISO 8601 has `2026-11-27/2026-11-30`.
      case .sign("/")? where tokens.number(index + 1, digits: 4...4) != nil: self = .until
      case .sign("/")?, .sign("&")?, .sign("+")?: self = .and
      // Czech and Polish have `a` and `i` for and.
      case .word("a")? where !tokens.languages.isDisjoint(with: ["cs", "sk"]): self = .and
      case .word(let word)? where DateWords.until.contains(word): self = .until
      case .word(let word)? where DateWords.and.contains(word): self = .and
      default: return nil
      }
    }
  }

  private var areNeighbors: Bool {
    guard case .known(let one) = first, case .known(let other) = last else { return true }
    return other - one == 1
  }

  private init?(_ left: DateTokens, _ right: DateTokens) {
    guard
      let found = Self.bothWhole(left, right) ?? Self.lastWhole(left, right) ?? Self.firstWhole(left, right)
        ?? Self.neitherWhole(left, right)
    else { return nil }
    self = found
  }

  private init?(_ first: WrittenDate?, _ last: WrittenDate?, _ start: WrittenTimes?, _ end: WrittenTimes?) {
    guard let first, let last, let start, let end, start.end == nil else { return nil }
    (self.first, self.last, times) = (first, last, start)
    times.zone = start.zone ?? end.zone
    if start.start == nil {
      (times.start, times.end, times.hasOneStart) = (end.start, end.end, true)
    } else {
      guard end.end == nil else { return nil }
      times.end = end.start
    }
  }

  private static func bothWhole(_ left: DateTokens, _ right: DateTokens) -> DateRange? {
    var (left, right) = (left, right)
    return DateRange(left.takeDate(), right.takeDate(), left.takeTimes(), right.takeTimes())
  }

  /// `27–28 November 2026`, `27.–28.11.2026`, `27/11 – 28/11/2026`.
  private static func lastWhole(_ left: DateTokens, _ right: DateTokens) -> DateRange? {
    var (left, right) = (left, right)
    guard let part = left.takePart(), let last = right.takeDate() else { return nil }
    // The day before `/12/2026` shows that days come first.
    let isDay = if case .day = part { true } else { false }
    let end = isDay ? (try? last.day(.dmy, in: nil)).map { .known($0) } ?? last : last
    var range = DateRange(part.date(like: end), end, left.takeTimes(), right.takeTimes())
    range?.hasYearOfLast = !isDay
    return range
  }

  /// `2026. november 27–28.`, `2026年11月27日～12月2日`, `27.11.2026 – 28.11.`
  private static func firstWhole(_ left: DateTokens, _ right: DateTokens) -> DateRange? {
    var (left, right) = (left, right)
    guard let first = left.takeDate(), let part = right.takePart() else { return nil }
    if case .day = part, !left.hasYearFirst { return nil }
    return DateRange(
      first, part.date(after: first, hasYearFirst: left.hasYearFirst), left.takeTimes(), right.takeTimes())
  }

  /// `Nov 27–28, 2026`, `11/27-28/2026`.
  private static func neitherWhole(_ left: DateTokens, _ right: DateTokens) -> DateRange? {
    var (left, right) = (left, right)
    guard let part = left.takePart(), case .day(let day)? = right.takePart(), let year = right.takeYear() else {
      return nil
    }
    let dates: (WrittenDate?, WrittenDate?)
    switch part {
    case .named(let start, let months):
      dates = (WrittenDate(day: start, months: months, year: year), WrittenDate(day: day, months: months, year: year))
    case .numbers(let month, let start, "/"):
      dates = (
        LocalDate(year: year, month: month, day: start).map { .known($0) },
        LocalDate(year: year, month: month, day: day).map { .known($0) }
      )
    default: return nil
    }
    return DateRange(dates.0, dates.1, left.takeTimes(), right.takeTimes())
  }
}

extension DateTokens {
  /// Whether a year is the first number.
  fileprivate var hasYearFirst: Bool {
    for case .number(_, let digits) in tokens { return digits == 4 }
    return false
  }
}

extension DatePart {
  /// The date with the missing values of a later one; nil if they do not fit.
  fileprivate func date(like last: WrittenDate) -> WrittenDate? {
    switch (self, last) {
    case (.day(let day), .known(let date)):
      LocalDate(year: date.year, month: date.month, day: day).map { .known($0) }
    case (.day(let day), .named(_, let months, let year)): WrittenDate(day: day, months: months, year: year)
    case (.named(let day, let months), _): WrittenDate(day: day, months: months, year: last.year)
    case (.numbers(let first, let second, "."), _):
      LocalDate(year: last.year, month: second, day: first).map { .known($0) }
    case (.numbers(let first, let second, let mark), .numbers(let numbers)) where numbers.mark == mark:
      .numbers(
        DateNumbers(
          first: first, second: second, last: numbers.last, hasLongYear: numbers.hasLongYear, mark: mark))
    default: nil
    }
  }

  /// The date with the missing values of an earlier one; nil if they do not fit.
  fileprivate func date(after first: WrittenDate, hasYearFirst: Bool) -> WrittenDate? {
    guard case .known(let start) = first else {
      guard case .numbers(let one, let two, let mark) = self, case .numbers = first, mark == "/" else { return nil }
      return DatePart.numbers(one, two, mark: mark).date(like: first)
    }
    let found: LocalDate?
    switch self {
    case .day(let day): found = LocalDate(year: start.year, month: start.month, day: day)
    case .named(let day, let months):
      guard case .known(let date)? = WrittenDate(day: day, months: months, year: start.year) else { return nil }
      found = date
    case .numbers(let one, let two, _):
      found = LocalDate(year: start.year, month: hasYearFirst ? one : two, day: hasYearFirst ? two : one)
    }
    guard let found else { return nil }
    // `30 December 2026 – 2 January`
    return .known(found >= start ? found : LocalDate(year: found.year + 1, month: found.month, day: found.day) ?? found)
  }
}
