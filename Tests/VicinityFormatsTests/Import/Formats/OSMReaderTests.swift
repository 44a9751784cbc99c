import CodedErrors
import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

struct OSMReaderTests {
  @Test func osmTagsBecomeAListing() throws {
    let (sink, report) = try readFixture("osm.geojson")
    let bar = try #require(sink["node/1"])
    #expect(bar.name == "Zur Brücke")
    #expect(
      bar.tags == [
        "bar", "cuisine:italian", "cuisine:pizza", "diet:vegan", "internet_access:wlan", "outdoor_seating",
        "smoking:no",
        "wheelchair:limited",
      ])
    #expect(bar.address == "Beispielweg 7, 70173 Stuttgart")
    #expect(bar.price == Price(minorUnits: 450, currency: "EUR"))
    #expect(bar.openingHours == "Mo-Su 18:00-02:00")
    #expect([bar.phone, bar.url] == ["+49 711 000", "https://example.org"])
    #expect(report.format == .geojson)
  }

  @Test func idsStayApartWhenATagOverwroteTheType() throws {
    let (sink, _) = try readFixture("osm.geojson")
    #expect(sink["way/5"]?.name == nil)
    #expect(sink["osm/5"]?.name == "Fünf")
  }

  @Test func aPolygonIsAtTheMiddleOfItsBox() throws {
    let (sink, _) = try readFixture("osm.geojson")
    let position = try #require(sink["way/5"]?.coordinate)
    #expect(abs(position.latitude - 48.1) < 1e-9 && abs(position.longitude - 9.1) < 1e-9)
  }

  @Test func aMarketWithoutTypeAndIdIsTakenForItsHours() throws {
    let (first, _) = try readFixture("osm.geojson")
    let (again, _) = try readFixture("osm.geojson")
    let market = try #require(first.listings.first { $0.name == "Wochenmarkt" })
    #expect(market.id.hasPrefix("osm/"))
    #expect(market.coordinate == Coordinate(latitude: 51.4, longitude: 7.2))
    #expect(market.address == "Am Markt")
    #expect(again[market.id] == market)
  }

  @Test func otherTypesAreSkippedAndBadPlacesRejected() throws {
    let (sink, report) = try readFixture("osm.geojson")
    #expect(sink.listings.count == 4)
    #expect(report.skipped.map(\.code) == ["amenity=atm"])
    #expect(Set(report.rejected.map(\.code)) == ["no-geometry", "coordinate-out-of-range", "coordinate-not-degrees"])
  }

  @Test(arguments: ["amenity=atm", "amenity=*", "*"])
  func includeTakesFurtherTypes(include: String) throws {
    let (sink, _) = try readFixture("osm.geojson") { $0.include = [include] }
    #expect(sink["node/9"]?.tags == ["atm"])
  }

  @Test func aFileWithoutBarsIsRefusedWithTheRemedy() throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,48]},"properties":{"@id":"node/1","shop":"supermarket"}}"#
    let source = try ImportSource(#"{"type":"FeatureCollection","features":["# + feature + "]}")
    let error = #expect(throws: ImportError.self) { try source.read() }
    #expect(error?.remedy == .includeType("shop=supermarket"))
  }

  /// The name of a system, its coordinates of one place, and whether they are read.
  static let systems: [(crs: String, position: String, isRead: Bool)] = [
    (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}"#, "9.18,48.77", true),
    (#"{"type":"name","properties":{"name":"EPSG:4326"}}"#, "9.18,48.77", true),
    (#"{"type":"EPSG","properties":{"code":4326}}"#, "9.18,48.77", true),
    ("null", "9.18,48.77", true),
    (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}"#, "1021912.925,6235924.935", true),
    (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}}"#, "513222.5,5401945.2", false),
    (#"{"type":"name","properties":{"name":"EPSG:2056"}}"#, "9.18,48.77", false),
    (#"{"type":"link","properties":{"href":"http://example.org/crs/42"}}"#, "9.18,48.77", false),
  ]

  @Test("the coordinate system of a collection is taken into account", arguments: systems)
  func coordinateSystem(crs: String, position: String, isRead: Bool) throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(position)]},"#
      + #""properties":{"@id":"node/1","amenity":"bar"}}"#
    let source = try ImportSource(#"{"type":"FeatureCollection","crs":\#(crs),"features":[\#(feature)]}"#)
    guard isRead else {
      let error = #expect(throws: ImportError.self) { try source.read() }
      #expect(error?.remedy == .convert(.toDegrees))
      #expect(error?.description.contains("not in degrees of WGS 84") == true)
      return
    }
    let (sink, _) = try source.read()
    let place = try #require(sink["node/1"]?.coordinate)
    #expect(abs(place.latitude - 48.77) < 1e-6 && abs(place.longitude - 9.18) < 1e-6)
  }

  @Test func theVegetarianMapIsReadWithItsOwnKeys() throws {
    let (sink, report) = try readFixture("veggie.geojsonl")
    let king = try #require(sink["node/451152"])
    #expect(king.tags == ["cuisine:burger", "cuisine:pizza", "diet:vegan", "restaurant"])
    #expect(king.address == "Regents Park Road 363, N3 1DH London")
    #expect(sink["way/7"]?.tags == ["bakery", "diet:vegetarian"])
    #expect(sink["way/7"]?.url == "https://example.org")
    #expect(report.format == .geojsonseq)
  }

  static let positions: [(String, Double, Double)] = [
    ("way/20", 48.2, 9.1), ("way/21", 50.5, 8.5), ("way/22", 50.5, 8.5), ("way/23", 51, 9), ("relation/30", 48.2, 9.1),
    ("node/5", 48.5, 9.5),
  ]

  @Test(arguments: positions)
  func anOverpassElementIsWhereItsPartsAre(id: String, latitude: Double, longitude: Double) throws {
    let (sink, _) = try readFixture("overpass.json")
    let position = try #require(sink[id]?.coordinate)
    #expect(abs(position.latitude - latitude) < 1e-9 && abs(position.longitude - longitude) < 1e-9)
  }

  @Test func anOverpassWayWhoseNodesAreMissingIsRejected() throws {
    let (sink, report) = try readFixture("overpass.json")
    #expect(sink.listings.count == 6)
    #expect(report.rejected.map(\.code) == ["nodes-missing"])
    #expect(report.skipped.map(\.code) == ["amenity=bench"])
    #expect(report.rows == 8)
  }

  @Test func aColumnMapReadsForeignProperties() throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,48]},"properties":{"nr":3,"wer":"Eva","platz":2}}"#
    let source = try ImportSource(feature)
    let map = try ColumnMap(parsing: "id=nr,name=wer,guests=platz,kind==couch")
    let (sink, _) = try source.read { $0.map = map }
    #expect(sink["3"]?.kind == .couch)
    #expect(sink["3"]?.name == "Eva")
    #expect(sink["3"]?.guests == 2)
  }

  @Test func ourOwnGeoJSONComesBack() throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[9,48]},"properties":{"id":"c","kind":"couch","guests":2}}"#
    let (sink, _) = try ImportSource(#"{"type":"FeatureCollection","features":["# + feature + "]}").read()
    #expect(sink["c"]?.kind == .couch)
    #expect(sink["c"]?.guests == 2)
  }
}
