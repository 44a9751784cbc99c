extension HolidayTable {
  /// Bulgaria. Source: Labour Code art. 154; Good Friday since 2010. Since 2017 (State Gazette 105/2016) a holiday on a
  /// weekend, except Easter, is followed by one or two days off (art. 154 (2)).
  ///
  /// 31 December 2025 and 2 January 2026 were declared days off for the introduction of the euro.
  static let bulgaria = HolidayTable(
    country: "BG", acceptsOtherRegions: true, substituteSuffix: " (почивен ден)", substitutesSince: 2017,
    rules: [
      HolidayRule(.date(1, 1), "Нова година", "New Year's Day", substitute: .nextWorkday),
      HolidayRule(.once(2026, 1, 2), "Неработен ден", "Non-working Day"),
      HolidayRule(
        .date(3, 3), "Ден на Освобождението на България", "Liberation Day", substitute: .nextWorkday),
      HolidayRule(.orthodoxEaster(-2), "Велики петък", "Good Friday", from: 2010),
      HolidayRule(.orthodoxEaster(-1), "Велика събота", "Holy Saturday", from: 2010),
      HolidayRule(.orthodoxEaster(0), "Великден", "Easter Sunday"),
      HolidayRule(.orthodoxEaster(1), "Велики понеделник", "Easter Monday"),
      HolidayRule(.date(5, 1), "Ден на труда", "Labour Day", substitute: .nextWorkday),
      HolidayRule(.date(5, 6), "Гергьовден", "Saint George's Day", substitute: .nextWorkday),
      HolidayRule(
        .date(5, 24), "Ден на българската просвета и култура", "Day of Slavonic Alphabet", substitute: .nextWorkday),
      HolidayRule(.date(9, 6), "Ден на Съединението", "Unification Day", substitute: .nextWorkday),
      HolidayRule(.date(9, 22), "Ден на Независимостта", "Independence Day", substitute: .nextWorkday),
      HolidayRule(.date(12, 24), "Бъдни вечер", "Christmas Eve", substitute: .nextWorkday),
      HolidayRule(.date(12, 25), "Рождество Христово", "Christmas Day", substitute: .nextWorkday),
      HolidayRule(.date(12, 26), "Рождество Христово", "Second Day of Christmas", substitute: .nextWorkday),
      HolidayRule(.once(2025, 12, 31), "Неработен ден", "Non-working Day"),
    ])
}
