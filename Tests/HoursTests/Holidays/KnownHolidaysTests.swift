import CivilTime
import Testing

@testable import Hours

@Suite("Public holidays against official calendars")
struct KnownHolidaysTests {
  private func dates(_ calendar: PublicHolidays, _ year: Int) -> [String] {
    calendar.entries(in: year).map { String($0.date.description.dropFirst(5)) }
  }

  @Test("The rules give the dates of the official calendar", arguments: KnownYear.all)
  func known(_ known: KnownYear) throws {
    let calendar = try #require(PublicHolidays(country: known.country, region: known.region))
    #expect(dates(calendar, known.year) == known.dates.split(separator: " ").map(String.init))
  }

  @Test("Every country has known dates of at least two years")
  func everyCountryIsCovered() {
    for country in PublicHolidays.countries {
      #expect(KnownYear.all.filter { $0.country == country }.count >= 2, "\(country)")
    }
  }

  @Test("The German states add their own days", arguments: KnownYear.germanStates)
  func germanStates(state: String, year: Int, days: String) throws {
    let nation = try #require(PublicHolidays(country: "de"))
    let calendar = try #require(PublicHolidays(country: "de", region: state))
    let added = Set(dates(calendar, year)).subtracting(dates(nation, year))
    #expect(added.sorted() == days.split(separator: " ").map(String.init))
  }

  @Test(
    "Holidays bear the local and the English name",
    arguments: [
      ("de", "SN", 2024, 11, 20, "Buß- und Bettag", "Repentance Day"),
      ("at", nil, 2024, 10, 26, "Nationalfeiertag", "National Day"),
      ("fr", nil, 2024, 7, 14, "Fête nationale", "Bastille Day"),
      ("gr", nil, 2024, 5, 7, "Εργατική Πρωτομαγιά", "Labour Day"),
      ("hu", nil, 2024, 8, 20, "Az államalapítás ünnepe", "State Foundation Day"),
      ("nl", nil, 2025, 4, 26, "Koningsdag", "King's Day (observed)"),
      ("us", nil, 2021, 12, 31, "New Year's Day (observed)", "New Year's Day (observed)"),
    ] as [(String, String?, Int, Int, Int, String, String)])
  func names(
    country: String, region: String?, year: Int, month: Int, day: Int, local: String, english: String
  ) throws {
    let calendar = try #require(PublicHolidays(country: country, region: region))
    let date = try #require(LocalDate(year: year, month: month, day: day))
    #expect(calendar.publicHoliday(on: date) == local)
    #expect(calendar.entry(on: date)?.englishName == english)
  }
}
