import CivilTime

extension HolidayTable {
  /// The holidays of a year by date, each date once; where two fall on one date, the earlier line of the table provides
  /// the name.
  ///
  /// - Parameter rules: the rules of the region, see ``rules(in:)``.
  /// - Complexity: O(n log n) in the number of rules.
  func holidays(in year: Int, by rules: [HolidayRule]) -> [PublicHoliday] {
    // A substitute day can lie in an adjacent year: Saturday 1 January is observed on 31 December in the US.
    let around = (year - 1...year + 1).flatMap { resolve(rules, in: $0) }
    var seen: Set<LocalDate> = []
    let own = around.filter { $0.date.year == year && seen.insert($0.date).inserted }
    return own.sorted { $0.date < $1.date }
  }

  /// The holidays that the rules of one year yield: first all original days, then the substitute days.
  private func resolve(_ rules: [HolidayRule], in year: Int) -> [PublicHoliday] {
    let original = rules.compactMap { rule in rule.dayNumber(in: year).map { (rule, $0) } }
    guard year >= substitutesSince else { return original.map { PublicHoliday($0, on: $1) } }
    let kept = original.map { rule, day in moved(rule, from: day) }
    var taken = Set(kept.map(\.date.dayNumber))
    var added: [PublicHoliday] = []
    for (rule, day) in original.sorted(by: { $0.1 < $1.1 }) {
      guard let extra = addedDay(for: rule, on: day, taken: taken) else { continue }
      taken.insert(extra)
      added.append(PublicHoliday(rule, on: extra, suffix: substituteSuffix))
    }
    return kept + added
  }

  private func moved(_ rule: HolidayRule, from day: Int) -> PublicHoliday {
    let shift = rule.substitute.moved[LocalDate(dayNumber: day).weekday] ?? 0
    return PublicHoliday(rule, on: day + shift, suffix: shift == 0 ? nil : substituteSuffix)
  }

  private func addedDay(for rule: HolidayRule, on day: Int, taken: Set<Int>) -> Int? {
    let weekday = LocalDate(dayNumber: day).weekday
    if let shift = rule.substitute.added[weekday] { return day + shift }
    guard rule.substitute.nextWorkdayAfter.contains(weekday) else { return nil }
    var next = day + 1
    while taken.contains(next) || LocalDate(dayNumber: next).weekday.rawValue >= Weekday.saturday.rawValue { next += 1 }
    return next
  }
}

extension PublicHoliday {
  fileprivate init(_ rule: HolidayRule, on day: Int, suffix: String? = nil) {
    self.init(
      date: LocalDate(dayNumber: day), name: rule.name + (suffix ?? ""),
      englishName: rule.englishName + (suffix == nil ? "" : " (observed)"), isSubstitute: suffix != nil)
  }
}
