import CivilTime
import Testing

@testable import Hours

@Suite("The date of a holiday in a year")
struct HolidayDayTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let day: HolidayDay
    let year: Int
    let expected: (month: Int, day: Int)?
    let testDescription: String

    init(_ day: HolidayDay, _ year: Int, _ expected: (Int, Int)?, _ description: String) {
      self.day = day
      self.year = year
      self.expected = expected.map { (month: $0.0, day: $0.1) }
      testDescription = description
    }
  }

  @Test(
    "Each kind of rule finds its date",
    arguments: [
      Case(.date(12, 25), 2024, (12, 25), "fixed"),
      Case(.once(2022, 9, 19), 2022, (9, 19), "the only year"),
      Case(.once(2022, 9, 19), 2023, nil, "another year"),
      Case(.easter(-2), 2024, (3, 29), "before Easter"),
      Case(.easter(60), 2024, (5, 30), "after Easter"),
      Case(.orthodoxEaster(50), 2024, (6, 24), "after Orthodox Easter"),
      Case(.nth(1, .monday, 5), 2023, (5, 1), "first weekday on the first"),
      Case(.nth(3, .monday, 1), 2024, (1, 15), "third weekday"),
      Case(.nth(4, .thursday, 11), 2024, (11, 28), "fourth weekday"),
      Case(.nth(-1, .monday, 5), 2021, (5, 31), "last weekday on the last"),
      Case(.nth(-1, .monday, 2), 2024, (2, 26), "last weekday of a leap February"),
      Case(.nth(-2, .friday, 2), 2023, (2, 17), "last but one"),
      Case(.weekday(.wednesday, onOrAfter: 11, 16), 2022, (11, 16), "on the day itself"),
      Case(.weekday(.wednesday, onOrAfter: 11, 16), 2023, (11, 22), "six days after"),
      Case(.weekday(.saturday, onOrAfter: 10, 31), 2027, (11, 6), "into the next month"),
      Case(.computed { _ in nil }, 2024, nil, "no date"),
    ])
  func findsDate(_ example: Case) {
    let found = example.day.dayNumber(in: example.year).map { LocalDate(dayNumber: $0) }
    let expected = example.expected.flatMap { LocalDate(year: example.year, month: $0.month, day: $0.day) }
    #expect(found == expected)
  }

  @Test("The n-th weekday of a month agrees with counting the days")
  func nthAgreesWithCounting() {
    for year in 2019...2026 {
      for month in 1...12 {
        for weekday in Weekday.allCases {
          let days = (1...LocalDate.length(ofMonth: month, year: year))
            .map { LocalDate.dayNumber(year: year, month: month, day: $0) }
            .filter { LocalDate(dayNumber: $0).weekday == weekday }
          for (index, day) in days.enumerated() {
            #expect(HolidayDay.nth(index + 1, weekday, month).dayNumber(in: year) == day)
            #expect(HolidayDay.nth(index - days.count, weekday, month).dayNumber(in: year) == day)
          }
        }
      }
    }
  }
}
