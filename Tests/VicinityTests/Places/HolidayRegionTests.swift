import CivilTime
import Foundation
import Geography
import Hours
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite struct HolidayRegionTests {
  static let cities = [
    GazetteerWorld.line(2_867_714, "Munich", "", 48.13743, 11.57549, "DE", "02", 1_260_391, "Europe/Berlin"),
    GazetteerWorld.line(2_954_172, "Augsburg", "", 48.37154, 10.89851, "DE", "02", 259_196, "Europe/Berlin"),
    GazetteerWorld.line(2_935_022, "Dresden", "", 51.05089, 13.73832, "DE", "13", 486_854, "Europe/Berlin"),
    GazetteerWorld.line(2_910_831, "Hannover", "", 52.37052, 9.73322, "DE", "06", 515_140, "Europe/Berlin"),
    GazetteerWorld.line(2_820_256, "Ulm", "", 48.39841, 9.99155, "DE", "01", 120_451, "Europe/Berlin"),
    GazetteerWorld.line(2_865_716, "Neu-Ulm", "", 48.39279, 10.01112, "DE", "02", 53_504, "Europe/Berlin"),
    GazetteerWorld.line(2_766_824, "Salzburg", "", 47.79941, 13.04399, "AT", "05", 150_269, "Europe/Vienna"),
    GazetteerWorld.line(3_128_760, "Barcelona", "", 41.38879, 2.15899, "ES", "56", 1_621_537, "Europe/Madrid"),
    GazetteerWorld.line(3_117_735, "Madrid", "", 40.4165, -3.70256, "ES", "29", 3_255_944, "Europe/Madrid"),
    GazetteerWorld.line(2_650_225, "Edinburgh", "", 55.95206, -3.19648, "GB", "SCT", 464_990, "Europe/London"),
    GazetteerWorld.line(2_643_743, "London", "", 51.50853, -0.12574, "GB", "ENG", 8_961_989, "Europe/London"),
    GazetteerWorld.line(4_930_956, "Boston", "", 42.35843, -71.05977, "US", "MA", 667_137, "America/New_York"),
    GazetteerWorld.line(5_128_581, "New York City", "", 40.71427, -74.00597, "US", "NY", 8_175_133, "America/New_York"),
  ].joined(separator: "\n")

  static func bar(
    _ id: String, _ latitude: Double, _ longitude: Double, zone: String = "Europe/Berlin", region: String? = nil,
    hours: String = "Mo-Su 10:00-22:00; PH off"
  ) -> Listing {
    var bar = Listing(id: id, kind: .bar, coordinate: Coordinate(latitude: latitude, longitude: longitude))
    (bar.name, bar.openingHours, bar.timeZone, bar.region) = (id, hours, zone, region)
    return bar
  }

  static let bars = [
    bar("munich", 48.1400, 11.5700), bar("augsburg", 48.3690, 10.8970), bar("dresden", 51.0510, 13.7400),
    bar("hannover", 52.3710, 9.7330), bar("ulm", 48.3955, 10.0010),
    bar("barcelona", 41.39, 2.16, zone: "Europe/Madrid"),
    bar("madrid", 40.417, -3.703, zone: "Europe/Madrid"), bar("edinburgh", 55.95, -3.19, zone: "Europe/London"),
    bar("london", 51.51, -0.12, zone: "Europe/London"), bar("boston", 42.36, -71.06, zone: "America/New_York"),
    bar("newyork", 40.71, -74.0, zone: "America/New_York"), bar("salzburg", 47.80, 13.05, zone: "Europe/Vienna"),
    // Far from any place, but it names its region.
    bar("told", 54.5, 8.0, region: "DE-BY"), bar("nowhere", 54.5, 8.0),
    bar("plain", 48.1400, 11.5701, hours: "Mo-Su 10:00-22:00"),
  ]

  static func catalog(gazetteerFirst: Bool = false) throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog(gazetteerFirst ? [] : bars)
    try temporary.catalog.importGazetteer(try GazetteerWorld.write([cities], in: temporary.folder))
    if gazetteerFirst { try temporary.catalog.save(bars, source: "test", at: SeededWorld.now) }
    return temporary
  }

  /// The states of all bars at noon in their zones.
  private func states(_ catalog: Catalog, on day: String) throws -> [String: OpeningState] {
    var states: [String: OpeningState] = [:]
    for bar in Self.bars {
      let noon = LocalDateTime(date: try LocalDate(parsing: day), secondOfDay: 12 * 3600)
      let opening = Query.Opening(at: .local(noon))
      let free = try catalog.availability(of: bar.id, for: .opening(opening), at: SeededWorld.now)
      states[bar.id] = free.isAvailable.map { $0 ? .open : .closed } ?? .unknown
      #expect(try found(bar.id, opening, catalog) == states[bar.id], "\(bar.id) on \(day)")
    }
    return states
  }

  /// The state that searches see.
  private func found(_ id: String, _ opening: Query.Opening, _ catalog: Catalog) throws -> OpeningState {
    func isFound(_ policy: Query.UnknownPolicy) throws -> Bool {
      var query = Query()
      query.open = opening
      query.open?.unknown = policy
      query.limit = 100
      return try catalog.answer(query, at: SeededWorld.now).matches.contains { $0.id == id }
    }
    if try isFound(.only) { return .unknown }
    return try isFound(.drop) ? .open : .closed
  }

  @Test(arguments: [false, true])
  func aRegionalHolidayClosesInItsRegionOnly(gazetteerFirst: Bool) throws {
    let temporary = try Self.catalog(gazetteerFirst: gazetteerFirst)
    let epiphany = try states(temporary.catalog, on: "2027-01-06")
    #expect(epiphany["munich"] == .closed && epiphany["augsburg"] == .closed && epiphany["told"] == .closed)
    #expect(epiphany["dresden"] == .open && epiphany["hannover"] == .open)
    // Both sides of the Danube have the holiday.
    #expect(epiphany["ulm"] == .closed)
    #expect(epiphany["nowhere"] == .unknown && epiphany["plain"] == .open)
    #expect(epiphany["salzburg"] == .closed && epiphany["madrid"] == .closed && epiphany["boston"] == .open)

    let augsburg = try states(temporary.catalog, on: "2027-08-08")
    #expect(augsburg["augsburg"] == .closed && augsburg["munich"] == .open && augsburg["dresden"] == .open)
    let assumption = try states(temporary.catalog, on: "2027-08-15")
    #expect(assumption["munich"] == .closed && assumption["ulm"] == .unknown && assumption["hannover"] == .open)
    let repentance = try states(temporary.catalog, on: "2026-11-18")
    #expect(repentance["dresden"] == .closed && repentance["munich"] == .open && repentance["nowhere"] == .unknown)
    let catalonia = try states(temporary.catalog, on: "2027-09-11")
    #expect(catalonia["barcelona"] == .closed && catalonia["madrid"] == .open)
    let scotland = try states(temporary.catalog, on: "2026-11-30")
    #expect(scotland["edinburgh"] == .closed && scotland["london"] == .open)
    let patriots = try states(temporary.catalog, on: "2027-04-19")
    #expect(patriots["boston"] == .closed && patriots["newyork"] == .open)
    let ordinary = try states(temporary.catalog, on: "2027-01-07")
    #expect(ordinary.values.allSatisfy { $0 == .open })
    #expect(try temporary.catalog.check().isEmpty)
  }

  @Test func withoutAGazetteerTheDayIsUnknown() throws {
    let temporary = try TemporaryCatalog(Self.bars)
    let epiphany = try states(temporary.catalog, on: "2027-01-06")
    #expect(epiphany["munich"] == .unknown && epiphany["dresden"] == .unknown && epiphany["told"] == .closed)
    #expect(epiphany["plain"] == .open && epiphany["salzburg"] == .closed && epiphany["boston"] == .open)
    #expect(try states(temporary.catalog, on: "2027-01-01")["munich"] == .closed)
  }

  @Test func anotherGazetteerIsHeeded() throws {
    let temporary = try Self.catalog()
    let elsewhere = GazetteerWorld.line(1, "Elsewhere", "", -10, -10, "AO", "01", 1, "Africa/Luanda")
    try temporary.catalog.importGazetteer(try GazetteerWorld.write([elsewhere], in: temporary.folder))
    #expect(try states(temporary.catalog, on: "2027-01-06")["munich"] == .unknown)
  }

  @Test func aChangedRegionIsHeeded() throws {
    let temporary = try TemporaryCatalog([Self.bar("a", 54.5, 8.0, region: "DE-HE")])
    let noon = Query.Opening(at: .instant(try Instant(parsing: "2027-01-06T12:00:00+01:00")))
    #expect(try found("a", noon, temporary.catalog) == .open)
    try temporary.catalog.save([Self.bar("a", 54.5, 8.0, region: "Bayern")], source: "test", at: SeededWorld.now)
    #expect(try found("a", noon, temporary.catalog) == .closed)
    let found = try temporary.catalog.listing("a")
    #expect(found?.region == "Bayern")
  }

  /// The stored regions of a bar among the cities.
  private func regions(_ bar: Listing) throws -> [String]? {
    let temporary = try TemporaryCatalog([])
    try temporary.catalog.importGazetteer(
      try GazetteerWorld.write([Self.cities + "\n" + Self.borderTowns], in: temporary.folder))
    try temporary.catalog.save([bar], source: "test", at: SeededWorld.now)
    let stored = try temporary.catalog.read { worker, _, _ in
      try worker.first("SELECT regions FROM schedule") { $0.string(0) }
    }
    return (stored ?? nil).map { $0.split(separator: " ").map(String.init) }
  }

  static let borderTowns = [
    GazetteerWorld.line(2_925_034, "Freilassing", "", 47.84085, 12.98114, "DE", "02", 16_939, "Europe/Berlin"),
    GazetteerWorld.line(3_981_609, "Tijuana", "", 32.5027, -117.00371, "MX", "02", 1_810_645, "America/Tijuana"),
    GazetteerWorld.line(5_391_811, "San Diego", "", 32.71571, -117.16472, "US", "CA", 1_394_928, "America/Los_Angeles"),
    GazetteerWorld.line(3_169_070, "Rome", "", 41.89193, 12.51133, "IT", "07", 2_318_895, "Europe/Rome"),
    GazetteerWorld.line(2_911_298, "Hamburg", "", 53.55073, 9.99302, "DE", "04", 1_739_117, "Europe/Berlin"),
    GazetteerWorld.line(2_761_369, "Vienna", "", 48.20849, 16.37208, "AT", "09", 1_691_468, "Europe/Vienna"),
  ].joined(separator: "\n")

  @Test func theCountryOfTheZoneIsAlwaysPossible() throws {
    #expect(try regions(Self.bar("a", 47.80, 13.05, zone: "Europe/Vienna")) == ["AT"])
    // In the middle of Salzburg, with the default zone of an import.
    #expect(try regions(Self.bar("a", 47.80, 13.05, zone: "Europe/Berlin")) == ["AT", "DE"])
    #expect(try regions(Self.bar("a", 48.21, 16.37, zone: "Europe/Berlin")) == ["AT", "DE"])
    // On the Austrian side of the river, nearest to a German town.
    #expect(try regions(Self.bar("a", 47.845, 12.985, zone: "Europe/Vienna")) == ["AT", "DE-BY"])
    #expect(try regions(Self.bar("a", 47.845, 12.985, zone: "Europe/Berlin")) == ["DE-BY"])
    #expect(try regions(Self.bar("a", 32.60, -117.08, zone: "America/Tijuana")) == ["MX", "US-00"])
  }

  @Test func aRegionFarFromThePlaceIsNotBelievedAlone() throws {
    #expect(try regions(Self.bar("a", 53.55, 10.0, region: "DE-BY")) == ["DE-BY", "DE-HH"])
    #expect(try regions(Self.bar("a", 41.9, 12.5, zone: "Europe/Rome", region: "DE-BY")) == ["DE-BY", "IT-00"])
    #expect(try regions(Self.bar("a", 54.5, 8.0, region: "DE-BY")) == ["DE-BY"])
    #expect(try regions(Self.bar("a", 54.5, 8.0, zone: "Europe/Vienna", region: "DE-BY")) == ["AT", "DE-BY"])
    // Both sides of the Danube, and a part of a region.
    #expect(try regions(Self.bar("a", 48.40, 9.99, region: "Bayern")) == ["DE-BY"])
    #expect(try regions(Self.bar("a", 48.37, 10.90, region: "DE-BY-A")) == ["DE-BY-A"])
    // A country leaves its regions to the places in it.
    #expect(try regions(Self.bar("a", 48.14, 11.57, region: "DE")) == ["DE-BY"])
    #expect(try regions(Self.bar("a", 54.5, 8.0, region: "DE")) == ["DE"])
    // A name that is no region leaves it to the place.
    #expect(try regions(Self.bar("a", 48.14, 11.57, region: "Oberbayern")) == ["DE-BY"])
  }

  @Test func anImportNotesRegionsThatAreNoneOrFarAway() throws {
    let temporary = try TemporaryCatalog([])
    try temporary.catalog.importGazetteer(
      try GazetteerWorld.write([Self.cities + "\n" + Self.borderTowns], in: temporary.folder))
    let rows = """
      id,kind,name,lat,lon,timezone,region,openingHours
      a,bar,A,48.14,11.57,Europe/Berlin,Oberbayern,Mo-Su 10:00-22:00; PH off
      b,bar,B,53.55,10.0,Europe/Berlin,DE-BY,Mo-Su 10:00-22:00; PH off
      c,bar,C,48.14,11.57,Europe/Berlin,de_by,Mo-Su 10:00-22:00; PH off
      """
    let path = temporary.folder.appending(path: "rows.csv").path
    try rows.write(toFile: path, atomically: true, encoding: .utf8)
    let report = try Importer(path: path, options: ImportOptions()).run(into: temporary.catalog)
    #expect(report.accepted == 3)
    #expect(report.notes.contains { $0.hasPrefix("1 listing names a region whose public holidays are not known") })
    #expect(report.notes.contains { $0.hasPrefix("1 listing names a region far from its coordinate") })
    #expect(try temporary.catalog.listing("a")?.region == "Oberbayern")
  }

  @Test(
    arguments: [
      ("Europe/Berlin", nil, "BY"), ("Europe/Berlin", nil, "de_by"), (nil, nil, "DE_BY"), (nil, "de", "DE_BY"),
      (nil, "DE", "Bayern"),
    ] as [(String?, String?, String)])
  func aRequestForHoursSpellsRegionsAsListingsDo(zone: String?, country: String?, region: String) throws {
    var request = HoursRequest(hours: "Mo-Su 10:00-22:00; PH off")
    (request.timeZone, request.country, request.region, request.at) = (zone, country, region, "2027-01-06T14:00")
    #expect(try request.report(at: SeededWorld.now).json.object?["state"]?.string == "closed")
  }

  @Test func aRequestForHoursRefusesRegionsThatAreNone() throws {
    var request = HoursRequest(hours: "PH off")
    request.region = "BY"
    #expect(throws: QueryError.missing(path: "country", neededBy: "region")) { try request.report(at: SeededWorld.now) }
    (request.country, request.region) = ("DE", "Bayren")
    #expect(throws: QueryError.self) { try request.report(at: SeededWorld.now) }
  }

  @Test func anEditRejectsARegionThatIsNone() throws {
    var bar = Self.bar("a", 48.14, 11.57, region: "Oberbayern")
    let temporary = try TemporaryCatalog([bar])
    func edit(_ text: String) throws {
      let patch = try ListingPatch(try #require(try JSONParser.parse(text.utf8).object))
      _ = try temporary.catalog.edit("a", by: patch, at: SeededWorld.now) { _ in }
    }
    let error = #expect(throws: CatalogError.self) { try edit(#"{"region":"Bayren"}"#) }
    #expect("\(try #require(error))".contains("Did you mean \"Bayern\"?"))
    // A region that an import stored does not prevent other changes.
    try edit(#"{"name":"B"}"#)
    try edit(#"{"region":"Oberbayern","address":"Tal 1"}"#)
    try edit(#"{"region":"Bavaria"}"#)
    bar = try #require(try temporary.catalog.listing("a"))
    #expect(bar.name == "B" && bar.region == "Bavaria")
    try edit(#"{"region":null}"#)
  }

  @Test(.enabled(if: SharedFiles.isPresent, "the shared data is not there; VICINITY_SHARED names its folder"))
  func barsOfMunichThatCloseOnHolidaysAreClosedOnEpiphany() throws {
    let file = SharedFiles.folder + "/places/munich_bars.geojson.gz"
    var options = ImportOptions()
    options.timeZone = "Europe/Berlin"
    let sink = ListSink()
    _ = try Importer(path: file, options: options).read(into: sink)
    let closing = sink.listings.filter { $0.openingHours?.contains("PH off") == true }
    #expect(!closing.isEmpty)
    let temporary = try TemporaryCatalog(sink.listings)
    let places = ["cities15000.txt.gz", "admin1CodesASCII.txt.gz"].map { SharedFiles.folder + "/gazetteer/\($0)" }
    try temporary.catalog.importGazetteer(places)
    for hour in [12, 18, 21] {
      let at = try Instant(parsing: "2027-01-06T\(hour):00:00+01:00")
      for bar in closing {
        let free = try temporary.catalog.availability(
          of: bar.id, for: .opening(Query.Opening(at: .instant(at))), at: at)
        #expect(free.isAvailable != true, "\(bar.id) \(bar.openingHours ?? "")")
      }
    }
  }
}
