import CivilTime
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Closed and future places")
struct LifecycleTests {
  private static let now = Instant(secondsSince1970: 1_796_040_000)  // 2026-11-30

  private static func overpass(_ tags: String) -> String {
    #"{"elements":[{"type":"node","id":1,"lat":48,"lon":9,"tags":{\#(tags)}}]}"#
  }

  private static func geoJSON(_ tags: String) -> String {
    #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"node/1","properties":{\#(tags)},"#
      + #""geometry":{"type":"Point","coordinates":[9,48]}}]}"#
  }

  /// The listing of an element in both formats, or the reason to leave it out.
  private static func read(_ tags: String, _ include: [String] = []) throws -> [String] {
    // Without another row, a file from which nothing is imported is refused.
    let other = #"{"type":"node","id":2,"lat":48,"lon":9,"tags":{"amenity":"bar"}}"#
    let feature =
      #"{"type":"Feature","id":"node/2","properties":{"amenity":"bar"},"geometry":{"type":"Point","coordinates":[9,48]}}"#
    return try [
      (overpass(tags).replacing("]}", with: ",\(other)]}", maxReplacements: 1), "o.json"),
      (geoJSON(tags).replacing("}}]}", with: "}},\(feature)]}"), "g.geojson"),
    ].map { text, name in
      let (sink, report) = try ImportSource(text, name: name).read {
        ($0.now, $0.include) = (now, include)
      }
      guard let listing = sink["node/1"] else { return report.skipped.first?.code ?? "nothing" }
      return listing.operatingStatus?.rawValue ?? "open"
    }
  }

  @Test(
    "that are gone are left out, by the tag that says so",
    arguments: [
      (#""disused:amenity":"pub","opening_hours":"Mo-Su 10:00-22:00""#, "disused:amenity=pub"),
      (#""abandoned:amenity":"bar","building":"yes""#, "abandoned:amenity=bar"),
      (#""was:amenity":"bar","shop":"vacant""#, "was:amenity=bar"),
      (#""removed:leisure":"beer_garden""#, "removed:leisure=beer_garden"),
      (#""demolished:amenity":"nightclub","opening_hours":"24/7""#, "demolished:amenity=nightclub"),
      (#""razed:craft":"brewery""#, "razed:craft=brewery"),
      (#""historic:amenity":"pub","name":"Old Pub""#, "historic:amenity=pub"),
      (#""closed:amenity":"cafe""#, "closed:amenity=cafe"),
      (#""was:disused:amenity":"pub""#, "was:disused:amenity=pub"),
      (#""amenity:disused":"pub""#, "amenity:disused=pub"),
      (#""disused:shop":"kiosk","opening_hours":"Mo-Fr 08:00-12:00""#, "disused:shop=kiosk"),
    ])
  func gone(tags: String, reason: String) throws {
    #expect(try Self.read(tags) == [reason, reason])
  }

  @Test(
    "that are flagged have a status",
    arguments: [
      (#""amenity":"pub","disused":"yes""#, "closed"), (#""amenity":"bar","abandoned":"yes""#, "closed"),
      (#""amenity":"bar","end_date":"2019-05-01""#, "closed"), (#""amenity":"bar","end_date":"2019""#, "closed"),
      (#""amenity":"bar","end_date":"2026-11-29""#, "closed"), (#""amenity":"bar","end_date":"2027""#, "open"),
      (#""amenity":"bar","end_date":"2026""#, "open"), (#""amenity":"bar","start_date":"2031""#, "planned"),
      (#""amenity":"bar","start_date":"1890s""#, "open"), (#""amenity":"bar","end_date":"before 1990""#, "closed"),
      (#""amenity":"bar","end_date":"1990s""#, "closed"), (#""amenity":"bar","end_date":"~2015""#, "closed"),
      (#""amenity":"bar","end_date":"C19""#, "closed"), (#""amenity":"bar","end_date":"2019..2021""#, "closed"),
      (#""amenity":"bar","end_date":"2020s""#, "open"), (#""amenity":"bar","start_date":"after 2030""#, "planned"),
      (#""amenity":"bar","disused":"pub""#, "closed"), (#""amenity":"bar","end_date":"some day""#, "open"),
      (#""amenity":"bar","end_date":"31.12.2019""#, "closed"), (#""amenity":"bar","end_date":"2019/12/31""#, "closed"),
      (#""amenity":"bar","end_date":"2019-5-1""#, "closed"), (#""amenity":"bar","end_date":"May 2019""#, "closed"),
      (#""amenity":"bar","end_date":"1. Mai 2019""#, "closed"), (#""amenity":"bar","end_date":"12.2019""#, "closed"),
      (#""amenity":"bar","end_date":"June 2019""#, "closed"), (#""amenity":"bar","end_date":"31.12.2031""#, "open"),
      (#""amenity":"bar","end_date":"05/06/2019""#, "closed"),
      (#""amenity":"bar","end_date":"12/01/2026""#, "open"), (#""amenity":"bar","end_date":"13/12/2019""#, "closed"),
      (#""amenity":"bar","end_date":"31.12.19""#, "closed"), (#""amenity":"bar","start_date":"01.02.27""#, "open"),
      (#""amenity":"bar","end_date":"<2010""#, "closed"), (#""amenity":"bar","end_date":"2019?""#, "closed"),
      (#""amenity":"bar","end_date":"mid-2019""#, "closed"), (#""amenity":"bar","end_date":"2019-05-??""#, "closed"),
      (#""amenity":"bar","end_date":"winter 2019""#, "closed"), (#""amenity":"bar","end_date":"2019/2020""#, "closed"),
      (#""amenity":"bar","end_date":"2019-2031""#, "open"), (#""amenity":"bar","end_date":"2019;2020""#, "closed"),
      (#""amenity":"bar","end_date":"December 31, 2019""#, "closed"),
      (#""amenity":"bar","end_date":"20191231""#, "closed"), (#""amenity":"bar","end_date":"j:1918-01-31""#, "closed"),
      (#""amenity":"bar","end_date":"2019-12-31T00:00:00Z""#, "closed"),
      (#""amenity":"bar","end_date":"2019-12-31 10:00""#, "closed"),
      (#""amenity":"bar","end_date":"2019 Q3""#, "closed"), (#""amenity":"bar","end_date":"99/99/2019""#, "open"),
      (#""amenity":"bar","status":"closed""#, "closed"), (#""amenity":"bar","status":"active""#, "open"),
      (#""amenity":"bar","permanentlyClosed":"true""#, "closed"), (#""amenity":"bar","Status":"CLOSED""#, "closed"),
      (#""amenity":"bar","isClosed":"true""#, "closed"), (#""amenity":"bar","operatingStatus":"planned""#, "planned"),
      (#""amenity":"bar","businessStatus":"CLOSED_TEMPORARILY""#, "temporarily closed"),
      (#""amenity":"bar","Operating Status":"closed""#, "closed"),
      (#""amenity":"bar","vacant":"yes""#, "closed"), (#""amenity":"bar","access":"no""#, "open"),
      (#""amenity":"bar","construction":"minor""#, "open"), (#""amenity":"bar","closed":"Mo""#, "open"),
      (#""amenity":"bar","operational_status":"out of order""#, "temporarily closed"),
      (#""amenity":"bar","opening_hours":"Mo-Fr off; Sa,Su off""#, "closed"),
      (#""amenity":"bar","opening_hours":"Mo-Su,PH closed""#, "closed"),
      (#""amenity":"bar","opening_hours":"Mo-Fr off; Su off""#, "open"),
      (#""amenity":"bar","opening_hours":"Jan-Dec off""#, "closed"),
      (#""amenity":"bar","opening_hours":"Mo-Fr 10:00-20:00; off \"renovation\"""#, "temporarily closed"),
      (#""amenity":"bar","opening_hours":"off; Mo-Fr 10:00-20:00""#, "open"),
      (#""amenity":"bar","opening_hours":"2020 Jan 01-2030 Dec 31 off""#, "temporarily closed"),
      (#""amenity":"bar","opening_hours":"\"closed\"""#, "closed"),
      (#""amenity":"bar","opening_hours":"fermé définitivement""#, "closed"),
      (
        #""amenity":"bar","opening_hours":"Mo: closed, Tu: closed, We: closed, Th: closed, Fr: closed, Sa-Su: closed""#,
        "closed"
      ),
      (#""amenity":"bar","end_date":"maybe 2019""#, "open"),
      (#""amenity":"bar","opening_date":"2027-02""#, "planned"),
      (#""amenity":"bar","start_date":"2026-11""#, "open"), (#""amenity":"bar","opening_hours":"off""#, "closed"),
      (#""amenity":"bar","opening_hours":"closed \"permanently\"""#, "closed"),
      (#""amenity":"bar","opening_hours":"24/7 off \"renovation until spring\"""#, "temporarily closed"),
      (#""amenity":"bar","opening_hours":"\"temporarily closed\"""#, "temporarily closed"),
      (#""amenity":"bar","opening_hours":"Mo-Su 10:00-22:00; PH off""#, "open"),
      (#""amenity":"bar","opening_hours":"Mo off""#, "open"),
      (#""construction:amenity":"pub","name":"New""#, "planned"), (#""proposed:amenity":"bar""#, "planned"),
      (#""planned:leisure":"beer_garden","building":"construction""#, "planned"),
      (#""amenity":"construction","construction":"pub""#, "planned"),
      (#""amenity":"bar","operational_status":"closed""#, "closed"),
      (#""amenity":"bar","operating_status":"temporarily_closed""#, "temporarily closed"),
      (#""amenity":"bar","business_status":"CLOSED_PERMANENTLY""#, "closed"),
      (#""amenity":"bar","business_status":"OPERATIONAL""#, "open"),
      (#""amenity":"bar","disused":"no""#, "open"), (#""amenity":"cafe","was:amenity":"pub""#, "open"),
      (#""amenity":"cafe","disused:shop":"books""#, "open"), (#""amenity":"pub","name":"The Closed Pub""#, "open"),
      (#""amenity":"pub","note":"closed since 2020""#, "open"), (#""amenity":"pub","old_name":"Disused Arms""#, "open"),
      (#""opening_hours":"Sa 08:00-13:00""#, "open"),
    ])
  func flagged(tags: String, status: String) throws {
    #expect(try Self.read(tags) == [status, status])
  }

  @Test("with a status are counted by the report")
  func counted() throws {
    let rows = ["closed", "planned", "closed", ""].enumerated().map { "\($0.offset),A,48,9,\($0.element)" }
    let text = "id,name,lat,lon,operating_status\n" + rows.joined(separator: "\n")
    let (_, report) = try ImportSource(text, name: "t.csv").read()
    #expect(report.notes.contains("not in business, and therefore left out by searches: 2 closed, 1 planned."))
  }

  @Test("with a future type have its tag")
  func plannedTags() throws {
    let (sink, _) = try ImportSource(Self.overpass(#""construction:amenity":"pub""#), name: "o.json").read()
    #expect(sink["node/1"]?.tags == ["pub"])
  }

  @Test("are removed with every type included, too")
  func everything() throws {
    #expect(try Self.read(#""disused:amenity":"pub""#, ["*"]) == ["disused:amenity=pub", "disused:amenity=pub"])
    #expect(try Self.read(#""disused:amenity":"pub","shop":"bakery""#, ["*"]) == ["open", "open"])
    #expect(try Self.read(#""shop":"vacant","opening_hours":"24/7""#, ["shop=*"]) == ["shop=vacant", "shop=vacant"])
    #expect(try Self.read(#""amenity":"construction""#, ["*"]) == ["planned", "planned"])
  }

  @Test(
    "in tables have a status by the columns of common exports",
    arguments: [
      ("business_status", "CLOSED_TEMPORARILY", OperatingStatus.temporarilyClosed),
      ("business_status", "OPERATIONAL", nil), ("operating_status", "permanently_closed", .closed),
      ("operatingStatus", "planned", .planned), ("closed_bucket", "VeryLikelyClosed", .closed),
      ("date_closed", "2024-03-01", .closed), ("date_closed", "", nil), ("is_closed", "true", .closed),
      ("is_closed", "f", nil), ("permanently_closed", "1", .closed), ("temporarily_closed", "yes", .temporarilyClosed),
      ("brewery_type", "closed", .closed), ("brewery_type", "planning", .planned), ("brewery_type", "micro", nil),
      ("status", "closed", .closed), ("status", "open", nil), ("status", "Temporarily Closed", .temporarilyClosed),
      ("opening_hours", "closed", .closed), ("Is Closed", "yes", .closed), ("isClosed", "yes", .closed),
      ("PermanentlyClosed", "1", .closed),
    ] as [(String, String, OperatingStatus?)])
  func tables(column: String, value: String, status: OperatingStatus?) throws {
    let text = "id,name,lat,lon,\(column)\n1,A,48,9,\(value)\n"
    let (sink, _) = try ImportSource(text, name: "t.csv").read { $0.now = Self.now }
    #expect(sink["1"]?.kind == .bar && sink["1"]?.operatingStatus == status)
  }

  @Test("are no events: a past end is not the end of a place, nor is a cancelled event closed")
  func events() throws {
    let text =
      "id,name,lat,lon,starts,ends,status\n1,A,48,9,2020-01-01,2020-01-02,cancelled\n2,B,48,9,2020-01-01,,active\n"
    let (sink, _) = try ImportSource(text, name: "t.csv").read { ($0.now, $0.timeZone) = (Self.now, "UTC") }
    #expect(sink.listings.map(\.operatingStatus) == [nil, nil])
    #expect(sink.listings.map(\.status) == [.cancelled, nil])
  }
}
