import CivilTime
import Testing

@testable import Hours

@Suite("Substitute days")
struct HolidaySubstituteTests {
  /// The dates of a table with the given rules, as "MM-DD", with the year if it differs.
  private func dates(_ rules: [HolidayRule], in year: Int, since: Int = Int.min) -> [String] {
    let table = HolidayTable(country: "XX", substitutesSince: since, rules: rules)
    return table.holidays(in: year, by: table.rules(in: [])).map { String($0.date.description.dropFirst(5)) }
  }

  private func christmas(_ substitute: HolidaySubstitute) -> [HolidayRule] {
    [
      HolidayRule(.date(12, 25), "Christmas Day", "Christmas Day", substitute: substitute),
      HolidayRule(.date(12, 26), "Boxing Day", "Boxing Day", substitute: substitute),
    ]
  }

  @Test(
    "The next workday is neither weekend nor holiday nor taken",
    arguments: [
      (2024, ["12-25", "12-26"]), (2020, ["12-25", "12-26", "12-28"]), (2021, ["12-25", "12-26", "12-27", "12-28"]),
      (2022, ["12-25", "12-26", "12-27"]),
    ])
  func nextWorkday(year: Int, expected: [String]) {
    #expect(dates(christmas(.nextWorkday), in: year) == expected)
  }

  @Test("A holiday that moves leaves its day")
  func moves() {
    let rule = HolidayRule(.date(4, 27), "Koningsdag", "King's Day", substitute: .moves([.sunday: -1]))
    #expect(dates([rule], in: 2025) == ["04-26"])
    #expect(dates([rule], in: 2026) == ["04-27"])
  }

  @Test("A substitute day can lie in the year before")
  func crossesNewYear() {
    let rule = HolidayRule(.date(1, 1), "New Year", "New Year", substitute: .adds([.saturday: -1, .sunday: 1]))
    #expect(dates([rule], in: 2021) == ["01-01", "12-31"])
    #expect(dates([rule], in: 2022) == ["01-01"])
    #expect(dates([rule], in: 2023) == ["01-01", "01-02"])
  }

  @Test("There are no substitute days before a country introduced them")
  func sinceYear() {
    #expect(dates(christmas(.nextWorkday), in: 2021, since: 2022) == ["12-25", "12-26"])
    #expect(dates(christmas(.nextWorkday), in: 2022, since: 2022) == ["12-25", "12-26", "12-27"])
  }

  @Test("A substitute day says so in its name")
  func names() {
    let british = PublicHolidays(country: "gb", region: "eng")?.entries(in: 2021).last
    #expect(british?.name == "Boxing Day (substitute day)")
    #expect(british?.isSubstitute == true)
    let bulgarian = PublicHolidays(country: "bg")?.entries(in: 2026).first { $0.isSubstitute }
    #expect(bulgarian?.name == "Ден на българската просвета и култура (почивен ден)")
    #expect(bulgarian?.englishName == "Day of Slavonic Alphabet (observed)")
  }
}
