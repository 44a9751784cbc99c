import CivilTime

extension DateRange {
  /// Whether a day lies in the range.
  func contains(_ day: DayFacts) -> Bool {
    if let simple = simpleBounds {
      let place = day.month * 32 + day.day
      return simple.first <= simple.last
        ? place >= simple.first && place <= simple.last : place >= simple.first || place <= simple.last
    }
    if let year = first.year { return contains(day, beginningIn: year) }
    // Offsets can move a date into another year, and a range can extend past New Year.
    return (day.year - 1...day.year + 1).contains { contains(day, beginningIn: $0) }
  }

  /// Both ends as month * 32 + day when they have no offsets and are the same each year.
  private var simpleBounds: (first: Int, last: Int)? {
    guard step == 1, !isOpenEnded, let start = first.simpleStart else { return nil }
    guard let last else {
      // The parser rejects 31 February as a single date; 29 February simply has no match in a common year.
      return (start, first.simpleEnd ?? start)
    }
    return last.simpleEnd.map { (start, $0) }
  }

  private func contains(_ day: DayFacts, beginningIn year: Int) -> Bool {
    guard let start = first.dayNumber(in: year, as: last == nil && !isOpenEnded ? .single : .first),
      day.number >= start
    else { return false }
    guard step == 1 || (day.number - start) % step == 0 else { return false }
    if isOpenEnded { return first.year != nil || day.year == year }
    let end = last ?? first
    guard let stop = end.dayNumber(in: end.year ?? year, as: .last) else { return false }
    if stop < start, end.year == nil { return day.number <= end.dayNumber(in: year + 1, as: .last) ?? stop }
    return day.number <= stop
  }

  /// The years in which the range can match at all, nil when that is every year.
  var years: ClosedRange<Int>? {
    guard let year = first.year else { return nil }
    if isOpenEnded { return year - 1...Int.max }
    return year - 1...max(year, last?.year ?? year) + 1
  }
}

extension DatePoint {
  enum Role { case first, last, single }

  fileprivate var isPlain: Bool { year == nil && weekdayOffset == nil && days == 0 }

  fileprivate var simpleStart: Int? {
    guard isPlain else { return nil }
    return switch anchor {
    case .month(let month): month * 32
    case .day(let month, let day): month * 32 + day
    default: nil
    }
  }

  fileprivate var simpleEnd: Int? {
    guard isPlain else { return nil }
    return switch anchor {
    case .month(let month): month * 32 + 31
    case .day(let month, let day): month * 32 + day
    default: nil
    }
  }

  /// The day number of the point in a year; nil when it does not exist in that year.
  ///
  /// A day past the end of its month becomes the last day of the month as an end, and the first of the next as a start.
  func dayNumber(in year: Int, as role: Role) -> Int? {
    guard var number = anchorDay(in: year, as: role) else { return nil }
    if let offset = weekdayOffset { number = offset.moved(number) }
    return number + days
  }

  private func anchorDay(in year: Int, as role: Role) -> Int? {
    switch anchor {
    case .easter: return Easter.dayNumber(year: year)
    case .month(let month):
      let length = LocalDate.length(ofMonth: month, year: year)
      return LocalDate.dayNumber(year: year, month: month, day: role == .last ? length : 1)
    case .day(let month, let day):
      let length = LocalDate.length(ofMonth: month, year: year)
      guard day > length else { return LocalDate.dayNumber(year: year, month: month, day: day) }
      guard role != .single else { return nil }
      return LocalDate.dayNumber(year: year, month: month, day: length) + (role == .first ? 1 : 0)
    case .weekday(let month, let weekday, let nth):
      return DatePoint.nthWeekday(nth, weekday, month: month, year: year)
    }
  }

  /// The nth weekday of a month, nil when it has only four.
  private static func nthWeekday(_ nth: Int, _ weekday: Weekday, month: Int, year: Int) -> Int? {
    let first = LocalDate.dayNumber(year: year, month: month, day: 1)
    let length = LocalDate.length(ofMonth: month, year: year)
    let lead = (weekday.rawValue - LocalDate(dayNumber: first).weekday.rawValue + 7) % 7
    let count = (length - lead - 1) / 7 + 1
    let index = nth > 0 ? nth - 1 : count + nth
    return (0..<count).contains(index) ? first + lead + index * 7 : nil
  }
}

extension DatePoint.WeekdayOffset {
  /// The nearest given weekday strictly after or before a day.
  fileprivate func moved(_ number: Int) -> Int {
    let own = LocalDate(dayNumber: number).weekday.rawValue
    let ahead = (weekday.rawValue - own + 6) % 7 + 1
    return isForward ? number + ahead : number - (7 - ahead == 0 ? 7 : 7 - ahead)
  }
}
