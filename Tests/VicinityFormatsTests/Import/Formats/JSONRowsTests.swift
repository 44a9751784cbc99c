import Geography
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("JSON of other programs") struct JSONRowsTests {
  @Test("objects are rows: keys within objects, lists, weekly hours, null")
  func values() throws {
    let text = """
      [{"title":"Bar X","placeId":"p1","location":{"lat":48.7,"lng":9.1},"tags":["a","b;c"],"phone":null,
        "openingHours":[{"day":"Monday","hours":"9 AM to 5 PM"},{"day":"Tuesday","hours":"Closed"}]},
       {"title":"Y","placeId":"p2","location":{"lat":"48,8","lng":"9,2"},"price":4.5,"currency":"EUR"},
       5, {"title":"Z","placeId":"p3"}]
      """
    let (sink, report) = try ImportSource(text, name: "places.json").read()
    #expect(report.format == .json && report.rejected.map(\.count) == [1, 1])
    let first = try #require(sink["p1"])
    #expect(first.name == "Bar X" && first.kind == .bar && first.tags == ["a", "b;c"] && first.phone == nil)
    #expect(first.openingHours == "Monday: 9 AM to 5 PM; Tuesday: Closed")
    #expect(sink["p2"]?.coordinate == Coordinate(latitude: 48.8, longitude: 9.2))
    #expect(sink["p2"]?.price == Price(minorUnits: 450, currency: "EUR"))
  }

  @Test("a list under a key, lines, and a map")
  func forms() throws {
    let place = #"{"id":"v1","name":"V","lat":48.7,"lon":9.1,"type":"bar"}"#
    for text in [#"{"count":1,"venues":[\#(place)]}"#, place + "\n" + place.replacing("v1", with: "v2")] {
      let (sink, report) = try ImportSource(text, name: "venues.json").read()
      #expect(report.format == .json && sink["v1"]?.name == "V")
    }
    let (sink, _) = try ImportSource(#"[{"key":"k","y":48.7,"x":9.1,"label":"L"}]"#, name: "x.json").read {
      $0.map = try! ColumnMap(parsing: "id=key,lat=y,lon=x,name=label,kind==couch")
    }
    #expect(sink["k"]?.name == "L" && sink["k"]?.kind == .couch)
  }

  @Test("listings in the canonical form are read as such")
  func canonical() throws {
    let listing = #"{"id":"a","kind":"bar","lat":1,"lon":2}"#
    for text in [listing, "[\(listing)]", #"{"listings":[\#(listing)]}"#] {
      let (sink, report) = try ImportSource(text, name: "a.json").read()
      #expect(report.format == .jsonl && sink.listings.count == 1)
    }
  }
}
