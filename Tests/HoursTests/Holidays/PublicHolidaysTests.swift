import CivilTime
import Testing
import VicinityLab

@testable import Hours

@Suite("Public holidays")
struct PublicHolidaysTests {
  /// Every country as a whole and each of its regions.
  static let calendars: [PublicHolidays] = PublicHolidays.countries.flatMap { country in
    [PublicHolidays(country: country)].compactMap { $0 }
      + PublicHolidays.regions(of: country).compactMap { PublicHolidays(country: country, region: $0.code) }
  }

  @Test("Every country and region listed has a calendar")
  func everyRegionHasCalendar() {
    let regions = PublicHolidays.countries.map { PublicHolidays.regions(of: $0).count }
    #expect(Self.calendars.count == PublicHolidays.countries.count + regions.reduce(0, +))
    #expect(PublicHolidays.countries == PublicHolidays.countries.sorted())
    #expect(PublicHolidays.regions(of: "de").count == 18)
    #expect(PublicHolidays.regions(of: "zz").isEmpty)
  }

  @Test("Holidays are sorted, one per date, in their year and have names", arguments: calendars)
  func wellFormed(_ calendar: PublicHolidays) {
    for year in 2000...2040 {
      let entries = calendar.entries(in: year)
      #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.date < $1.date })
      #expect(entries.allSatisfy { $0.date.year == year && !$0.name.isEmpty && !$0.englishName.isEmpty })
      #expect((4...30).contains(entries.count), "\(calendar.country) \(calendar.region ?? "") \(year)")
    }
  }

  @Test("A region keeps at least the weekdays that the whole country keeps", arguments: calendars)
  func regionKeepsNationalDays(_ calendar: PublicHolidays) throws {
    let country = try #require(PublicHolidays(country: calendar.country))
    for year in 2015...2030 {
      let own = Set(calendar.entries(in: year).map(\.date))
      // Some Australian states move a holiday off a weekend where the others do not.
      let weekdays = country.entries(in: year).filter { !$0.isSubstitute && $0.date.weekday.rawValue < 5 }
      let missing = weekdays.filter { !own.contains($0.date) }
      #expect(missing.isEmpty, "\(calendar.country)-\(calendar.region ?? "") \(missing)")
    }
  }

  @Test("A query day by day gives the list of the year", arguments: calendars)
  func dailyLookUpAgrees(_ calendar: PublicHolidays) {
    for year in [2023, 2024] {
      let first = LocalDate.dayNumber(year: year, month: 1, day: 1)
      let days = (first..<first + (LocalDate.isLeap(year: year) ? 366 : 365)).map { LocalDate(dayNumber: $0) }
      #expect(days.compactMap { calendar.entry(on: $0) } == calendar.entries(in: year))
      let list = calendar.holidays(in: year)
      #expect(days.compactMap { calendar.publicHoliday(on: $0) } == list.map(\.1))
    }
  }

  @Test("No region code or name of a country is used twice")
  func regionsAreDistinct() {
    for country in PublicHolidays.countries {
      let regions = HolidayTable.table(forCountry: country)?.regions ?? []
      let keys = regions.flatMap { Set(([$0.code] + $0.names).map { HolidayRegion.key($0) }) }
      #expect(Set(keys).count == keys.count, "\(country)")
    }
  }

  @Test("Every region that a rule names exists")
  func rulesNameKnownRegions() {
    for country in PublicHolidays.countries {
      guard let table = HolidayTable.table(forCountry: country) else { continue }
      let known = Set(table.regions.map(\.code) + ["*"] + table.regions.compactMap(\.parent))
      for rule in table.rules {
        #expect(rule.regions.union(rule.exceptRegions).isSubset(of: known), "\(country): \(rule.name)")
      }
    }
  }

  @Test(
    "Codes and names of regions are understood in the spellings people use",
    arguments: [
      ("de", "by", "BY"), ("DE", "DE-BY", "BY"), ("de", "Bayern", "BY"), ("de", "bavaria", "BY"),
      ("De", "Baden-Württemberg", "BW"), ("de", "BADEN-WURTTEMBERG", "BW"), ("de", "Baden-Wu\u{308}rttemberg", "BW"),
      ("de", "nordrhein westfalen", "NW"), ("de", "Thüringen", "TH"), ("de", "Augsburg", "BY-A"),
      ("de", "DE-BY-A", "BY-A"), ("gb", "Scotland", "SCT"), ("uk", "GB-NIR", "NIR"), ("gb", "Cymru", "WLS"),
      ("ch", "Zürich", "ZH"), ("ch", "Genève", "GE"), ("es", "Cataluña", "CT"), ("es", "Comunidad de Madrid", "MD"),
      ("ca", "Québec", "QC"), ("au", "New South Wales", "NSW"), ("fr", "Alsace-Moselle", "A-M"), ("fr", "67", "67"),
      ("it", "Südtirol", "BZ"), ("pt", "Açores", "20"), ("no", "Buskerud", "Buskerud"), ("fr", "Bretagne", "Bretagne"),
    ])
  func understandsRegion(country: String, region: String, code: String) throws {
    let calendar = try #require(PublicHolidays(country: country, region: region))
    #expect(calendar.region == code)
  }

  @Test("The code of a region is accepted as the country")
  func combinedCode() {
    #expect(PublicHolidays(country: "DE-BY") == PublicHolidays(country: "de", region: "by"))
    #expect(PublicHolidays(country: "de") != PublicHolidays(country: "de", region: "by"))
  }

  @Test(
    "Unknown countries and regions have no calendar",
    arguments: [
      ("", nil), ("-", nil), ("zz", nil), ("deu", nil), ("de", ""), ("de", "xx"), ("de", "Bayernn"), ("gb", "France"),
      ("DE-XX", nil), ("us\u{0}", nil), ("none", "None"),
    ] as [(String, String?)])
  func refusesUnknown(country: String, region: String?) {
    #expect(PublicHolidays(country: country, region: region) == nil)
  }

  @Test("Random text as country and region never fails but with nil")
  func randomText() {
    var random = SplitMix64(seed: 7)
    let pieces = ["de", "DE-", "by", "-", " ", "\u{0}", "Ü", "u\u{308}", "🇩🇪", "ß", "fr", "no", "1", "Bayern", "\r\n"]
    for _ in 0..<2000 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      }
      if let calendar = PublicHolidays(country: texts[0], region: texts[1]) {
        #expect(PublicHolidays.countries.contains(calendar.country), "\(texts)")
        #expect(calendar.region != nil, "\(texts)")
      }
    }
  }

  @Test("Years beyond the calendar have no holidays")
  func extremeYears() throws {
    let calendar = try #require(PublicHolidays(country: "gr"))
    for year in [Int.min, -1, 0, 1582, 10_000, Int.max] { #expect(calendar.entries(in: year).isEmpty) }
    #expect(calendar.publicHoliday(on: LocalDate(dayNumber: Int.min)) == nil)
    #expect(calendar.publicHoliday(on: LocalDate(dayNumber: Int.max)) == nil)
    #expect(!calendar.entries(in: 1583).isEmpty && !calendar.entries(in: 9999).isEmpty)
  }

  @Test("Many tasks asking for many years get the same answers")
  func concurrentUse() async throws {
    let calendar = try #require(PublicHolidays(country: "us"))
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { (1583...2600).reduce(0) { $0 + calendar.entries(in: $1).count } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let alone = try #require(PublicHolidays(country: "us"))
    let expected = (1583...2600).reduce(0) { $0 + alone.entries(in: $1).count }
    #expect(sums == Array(repeating: expected, count: 8))
  }
}
