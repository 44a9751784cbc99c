import CivilTime
import Foundation
import Testing
import VicinityLab

@testable import Hours

@Suite("School holidays")
struct SchoolHolidaysTests {
  private func date(_ month: Int, _ day: Int, _ year: Int = 2026) -> LocalDate {
    LocalDate(dayNumber: LocalDate.dayNumber(year: year, month: month, day: day))
  }

  private func period(_ name: String, _ first: LocalDate, _ last: LocalDate) -> [SchoolHolidays.Period] {
    [SchoolHolidays.Period(name, from: first, through: last)].compactMap { $0 }
  }

  @Test("Both ends of a period belong to it, and outside the known span nothing is known")
  func ends() {
    let periods =
      period("Sommerferien", date(7, 30), date(9, 12)) + period("Osterferien", date(3, 30), date(4, 11))
    let school = SchoolHolidays(periods, known: date(1, 1)...date(12, 31))
    #expect(school.schoolHoliday(on: date(3, 29)) == .schoolDay)
    #expect(school.schoolHoliday(on: date(3, 30)) == .holiday(name: "Osterferien"))
    #expect(school.schoolHoliday(on: date(4, 11)) == .holiday(name: "Osterferien"))
    #expect(school.schoolHoliday(on: date(4, 12)) == .schoolDay)
    #expect(school.schoolHoliday(on: date(7, 30)) == .holiday(name: "Sommerferien"))
    #expect(school.schoolHoliday(on: date(12, 31)) == .schoolDay)
    #expect(school.schoolHoliday(on: date(1, 1, 2027)) == .unknown)
    #expect(school.schoolHoliday(on: date(12, 31, 2025)) == .unknown)
  }

  @Test("Without a span, the periods themselves define what is known")
  func impliedSpan() {
    let periods = period("Osterferien", date(3, 30), date(4, 11)) + period("Pfingstferien", date(5, 26), date(6, 5))
    let school = SchoolHolidays(periods)
    #expect(school.known == date(3, 30)...date(6, 5))
    #expect(school.schoolHoliday(on: date(5, 1)) == .schoolDay)
    #expect(school.schoolHoliday(on: date(6, 6)) == .unknown)
    #expect(SchoolHolidays([]).schoolHoliday(on: date(5, 1)) == .unknown)
  }

  @Test("A period outside the known span is a holiday all the same")
  func periodOutsideSpan() {
    let school = SchoolHolidays(period("Ferien", date(1, 2), date(1, 9)), known: date(2, 1)...date(3, 1))
    #expect(school.schoolHoliday(on: date(1, 5)) == .holiday(name: "Ferien"))
    #expect(school.schoolHoliday(on: date(1, 10)) == .unknown)
  }

  @Test("A period cannot end before it begins")
  func reversedPeriod() {
    #expect(SchoolHolidays.Period("Ferien", from: date(2, 2), through: date(2, 1)) == nil)
    #expect(SchoolHolidays.Period("Ferien", from: date(2, 2), through: date(2, 2)) != nil)
  }

  @Test("Periods are read from JSON and a reversed one is refused with a reason")
  func decoding() throws {
    let good = Data(#"{"name":"Herbstferien","first":"2026-10-31","last":"2026-11-06"}"#.utf8)
    let bad = Data(#"{"name":"Herbstferien","first":"2026-11-06","last":"2026-10-31"}"#.utf8)
    let decoded = try JSONDecoder().decode(SchoolHolidays.Period.self, from: good)
    #expect([decoded] == period("Herbstferien", date(10, 31), date(11, 6)))
    #expect(try JSONDecoder().decode(SchoolHolidays.Period.self, from: JSONEncoder().encode(decoded)) == decoded)
    #expect {
      try JSONDecoder().decode(SchoolHolidays.Period.self, from: bad)
    } throws: {
      "\($0)".contains("before they begin on 2026-11-06")
    }
  }

  @Test("The look-up agrees with trying every period", arguments: [UInt64(1), 2, 3, 4, 5])
  func agreesWithBruteForce(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let periods = (0..<12).flatMap { index in
      let first = LocalDate(dayNumber: Int(Int64.random(in: 20_000..<20_300, using: &random)))
      return period("\(index)", first, first + Int(Int64.random(in: 0..<40, using: &random)))
    }
    let school = SchoolHolidays(periods)
    for day in 19_990...20_350 {
      let date = LocalDate(dayNumber: day)
      let covered = periods.contains { $0.first <= date && date <= $0.last }
      if case .holiday(let name) = school.schoolHoliday(on: date) {
        #expect(periods.contains { $0.name == name && $0.first <= date && date <= $0.last })
        #expect(covered)
      } else {
        #expect(!covered)
      }
    }
  }

  @Test("A combined calendar takes each kind of holiday from its own source")
  func combined() throws {
    let bavaria = try #require(PublicHolidays(country: "de", region: "by"))
    let school = SchoolHolidays(period("Weihnachtsferien", date(12, 24), date(1, 8, 2027)))
    let both = CombinedHolidays(public: bavaria, school: school)
    #expect(both.publicHoliday(on: date(1, 6, 2027)) == "Heilige Drei Könige")
    #expect(both.schoolHoliday(on: date(1, 6, 2027)) == .holiday(name: "Weihnachtsferien"))
    #expect(both.publicHoliday(on: date(1, 7, 2027)) == nil)
    #expect(CombinedHolidays(public: bavaria).schoolHoliday(on: date(1, 6, 2027)) == .unknown)
    #expect(CombinedHolidays(public: both).schoolHoliday(on: date(1, 6, 2027)) == .holiday(name: "Weihnachtsferien"))
  }
}
