import CivilTime
import Testing

@testable import Hours

@Suite("Easter")
struct EasterDateTests {
  /// Source: Astronomical Applications Department of the US Naval Observatory; 1818 and 1943 are the extremes.
  @Test(
    "The western Easter Sunday has its known date",
    arguments: [
      (1818, 3, 22), (1943, 4, 25), (1954, 4, 18), (1981, 4, 19), (2000, 4, 23), (2008, 3, 23), (2011, 4, 24),
      (2019, 4, 21), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2038, 4, 25), (2049, 4, 18), (2076, 4, 19),
      (2285, 3, 22),
    ])
  func western(year: Int, month: Int, day: Int) {
    #expect(LocalDate(dayNumber: Easter.dayNumber(year: year)) == LocalDate(year: year, month: month, day: day))
  }

  @Test(
    "The Orthodox Easter Sunday has its known Gregorian date",
    arguments: [
      (1983, 5, 8), (2005, 5, 1), (2010, 4, 4), (2013, 5, 5), (2016, 5, 1), (2017, 4, 16), (2021, 5, 2), (2022, 4, 24),
      (2023, 4, 16), (2024, 5, 5), (2025, 4, 20), (2026, 4, 12), (2027, 5, 2),
    ])
  func orthodox(year: Int, month: Int, day: Int) {
    #expect(LocalDate(dayNumber: Easter.orthodox(year)) == LocalDate(year: year, month: month, day: day))
  }

  @Test("Easter is a Sunday from 22 March to 25 April and the Orthodox one is never earlier")
  func bounds() {
    for year in 1900...2099 {
      let western = LocalDate(dayNumber: Easter.dayNumber(year: year))
      let orthodox = LocalDate(dayNumber: Easter.orthodox(year))
      #expect(western.weekday == .sunday && orthodox.weekday == .sunday, "\(year)")
      #expect(western.month * 100 + western.day >= 322 && western.month * 100 + western.day <= 425, "\(year)")
      #expect([0, 7, 28, 35].contains(orthodox - western), "\(year)")
    }
  }
}
