import CivilTime
import Geography
import Hours
import Testing

@testable import Vicinity

@Suite("The regions that decide about holidays")
struct HolidayRegionsTests {
  @Test(
    "follow from what a listing names",
    arguments: [
      ("DE-BY", "Europe/Berlin", "DE-BY"), ("de-by", nil, "DE-BY"), ("BY", "Europe/Berlin", "DE-BY"),
      ("Bayern", "Europe/Berlin", "DE-BY"), ("Bavaria", "Europe/Berlin", "DE-BY"), ("DE-BY-A", nil, "DE-BY-A"),
      ("SN", "Europe/Berlin", "DE-SN"), ("Catalunya", "Europe/Madrid", "ES-CT"), ("GB-SCT", nil, "GB-SCT"),
      ("MA", "America/New_York", "US-MA"), ("TX", "America/Chicago", "US-00"), ("US-NY", nil, "US-00"),
      ("AT-9", nil, "AT-00"), ("DE-BY", "Europe/Vienna", "DE-BY"), ("DE", nil, "DE"),
      ("DE_BY", nil, "DE-BY"), ("de/by", nil, "DE-BY"), ("De By", nil, "DE-BY"), ("de-bayern", nil, "DE-BY"),
      ("BAYERN", "Europe/Berlin", "DE-BY"), ("baden-wuerttemberg", "Europe/Berlin", "DE-BW"),
      ("us_tx", nil, "US-00"), ("Massachusetts", "America/New_York", "US-MA"), ("Texas", "America/Chicago", "US-00"),
      ("South Carolina", "America/New_York", "US-00"), ("La Rioja", "Europe/Madrid", "ES-RI"),
    ] as [(String, String?, String)])
  func named(text: String, zone: String?, code: String) throws {
    #expect(try #require(HolidayRegions(named: text, zone: zone)).codes == [code])
  }

  @Test(
    "are not guessed from a name that no table knows",
    arguments: [
      ("BY", nil), ("Atlantis", "Europe/Berlin"), ("", "Europe/Berlin"), ("XX-YY", nil), ("Barcelona", "Europe/Madrid"),
      ("Oberbayern", "Europe/Berlin"), ("Bayren", "Europe/Berlin"), ("Bavière", "Europe/Berlin"),
      ("Massachusets", "America/New_York"), ("Alsace-Mosele", "Europe/Paris"), ("DE-XX", nil), ("DE-", nil),
    ]
      as [(String, String?)])
  func unknown(text: String, zone: String?) { #expect(HolidayRegions(named: text, zone: zone) == nil) }

  @Test("of a region that contains one with holidays of its own include both")
  func composed() throws {
    #expect(try #require(HolidayRegions(named: "Grand Est", zone: "Europe/Paris")).codes == ["FR-00", "FR-A-M"])
    #expect(try #require(HolidayRegions(named: "IT-32", zone: nil)).codes == ["IT-00", "IT-BZ"])
  }

  @Test("an invalid region is reported, with the nearest one")
  func rejections() throws {
    func rejection(_ region: String, _ zone: String? = "Europe/Berlin") -> String? {
      var bar = Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 48, longitude: 11))
      (bar.region, bar.timeZone) = (region, zone)
      return bar.regionRejection?.description
    }
    #expect(try #require(rejection("Bayren")).hasSuffix("Did you mean \"Bayern\"?"))
    #expect(try #require(rejection("DE-XY")).contains("DE-BY"))
    #expect(try #require(rejection("Oberbayern")).contains("is not one of DE-BB"))
    #expect(rejection("Bayern") == nil && rejection("de_by") == nil && rejection("Wien", "Europe/Vienna") == nil)
    #expect(rejection("Bayren", nil) == nil && rejection("Jalisco", "America/Mexico_City") == nil)
  }

  @Test(
    "follow from the divisions of GeoNames",
    arguments: [
      ("DE", "02", ["DE-BY"]), ("DE", "13", ["DE-SN"]), ("DE", "16", ["DE-BE"]), ("ES", "56", ["ES-CT"]),
      ("GB", "SCT", ["GB-SCT"]), ("US", "MA", ["US-MA"]), ("US", "TX", ["US-00"]), ("CH", "ZH", ["CH-ZH"]),
      ("AU", "07", ["AU-VIC"]), ("CA", "10", ["CA-QC"]), ("FR", "11", ["FR-00"]), ("FR", "44", ["FR-A-M", "FR-00"]),
      ("IT", "17", ["IT-BZ", "IT-00"]), ("PT", "23", ["PT-20"]), ("AX", "", ["FI-01"]), ("RE", "", ["FR-974"]),
      ("AT", "09", ["AT"]), ("DE", "", ["DE"]), ("DE", "99", ["DE"]), ("JP", "40", ["JP"]),
    ])
  func divisions(country: String, division: String, codes: [String]) {
    #expect(HolidayRegions.codes(country: country, division: division) == codes)
  }

  @Test("have a calendar for every code that a division stands for")
  func calendars() {
    for country in ["AU", "CA", "CH", "DE", "ES", "FR", "GB", "IT", "PT", "US"] {
      for division in (1...99).map({ $0 < 10 ? "0\($0)" : "\($0)" }) + ["SCT", "MA", "ZH", "CE", "ML", "A1", "C1"] {
        for code in HolidayRegions.codes(country: country, division: division) where code.hasSuffix("-00") == false {
          if country == "CH" || country == "GB", division.first?.isNumber == true { continue }
          #expect(HolidayRegions([code]).calendar != nil, "\(code)")
        }
      }
    }
  }

  @Test("near a border are those of both sides")
  func both() throws {
    let epiphany = try LocalDate(parsing: "2027-01-06")
    let border = try #require(HolidayRegions(["DE-BY", "DE-HE"]).calendar)
    #expect(border.isUncertain(on: epiphany))
    let inside = try #require(HolidayRegions(["DE-BY", "DE-BW"]).calendar)
    #expect(!inside.isUncertain(on: epiphany) && inside.publicHoliday(on: epiphany) != nil)
    #expect(HolidayRegions(["JP"]).calendar == nil)
  }

  @Test("for Augsburg are certain only in its middle")
  func augsburg() {
    func codes(_ latitude: Double, _ longitude: Double) -> [String] {
      HolidayRegions.refined("DE-BY", at: Coordinate(latitude: latitude, longitude: longitude))
    }
    #expect(codes(48.3690, 10.8980) == ["DE-BY-A"])
    #expect(codes(48.3250, 10.9080) == ["DE-BY", "DE-BY-A"])
    #expect(codes(48.1372, 11.5756) == ["DE-BY"])
  }
}
