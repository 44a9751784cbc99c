extension DaySelector {
  /// Whether a day is selected, and the name of the holiday that selects it, if any.
  func match(_ day: DayFacts, _ holidays: (any HolidayCalendar)?) -> CompiledRule.Match {
    let day = offset == 0 ? day : DayFacts(number: day.number - offset)
    if let weekdays, !weekdays.contains(day.weekday) { return .no }
    if !nth.isEmpty, !day.isNth(nth) { return .no }
    guard let holiday else { return .yes(holiday: nil) }
    guard let holidays else { return .unknown }
    let match = holiday == .publicHoliday ? publicHoliday(day, holidays) : schoolHoliday(day, holidays)
    guard offset != 0, case .yes(let name?) = match else { return match }
    return .yes(holiday: "\(distance) \(name)")
  }

  /// The offset of a moved day from its holiday, in words.
  private var distance: String {
    switch offset {
    case 1: "Day after"
    case -1: "Day before"
    default: "\(abs(offset)) days \(offset > 0 ? "after" : "before")"
    }
  }

  private func publicHoliday(_ day: DayFacts, _ holidays: any HolidayCalendar) -> CompiledRule.Match {
    holidays.publicHoliday(on: day.date).map { .yes(holiday: $0) } ?? .no
  }

  private func schoolHoliday(_ day: DayFacts, _ holidays: any HolidayCalendar) -> CompiledRule.Match {
    switch holidays.schoolHoliday(on: day.date) {
    case .holiday(let name): .yes(holiday: name)
    case .schoolDay: .no
    case .unknown: .unknown
    }
  }
}
