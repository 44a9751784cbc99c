import CivilTime

/// A date with the parts that selectors test.
struct DayFacts {
  let number: Int
  let year: Int
  let month: Int
  let day: Int
  let weekday: Weekday

  init(_ date: LocalDate) {
    number = date.dayNumber
    (year, month, day) = date.parts
    weekday = date.weekday
  }

  init(number: Int) { self.init(LocalDate(dayNumber: number)) }

  var date: LocalDate { LocalDate(dayNumber: number) }

  /// The ISO 8601 week: weeks begin on Monday, and week 1 contains the year's first Thursday.
  var week: Int {
    let thursday = LocalDate(dayNumber: number - weekday.rawValue + 3)
    let newYear = LocalDate.dayNumber(year: thursday.year, month: 1, day: 1)
    return (thursday.dayNumber - newYear) / 7 + 1
  }

  /// Whether it is one of the nth weekdays of its month; negative numbers count from the end.
  func isNth(_ numbers: [Int]) -> Bool {
    let fromStart = (day - 1) / 7 + 1
    let fromEnd = -((LocalDate.length(ofMonth: month, year: year) - day) / 7 + 1)
    return numbers.contains { $0 == fromStart || $0 == fromEnd }
  }
}
