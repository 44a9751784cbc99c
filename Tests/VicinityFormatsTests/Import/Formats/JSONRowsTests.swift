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

  @Test("arrays within an object, whichever comes first")
  func wrapped() throws {
    let place = #"{"id":"v1","name":"V","latitude":48.7,"longitude":9.1}"#
    for text in [
      #"{"help":"h","result":{"total":1,"records":[\#(place)],"fields":[{"id":"a"}]},"ok":true}"#,
      #"{"result":{"fields":[{"id":"a"}],"records":[\#(place)]}}"#, #"{"data":{"items":[\#(place)]},"x":{"y":[{}]}}"#,
    ] {
      let (sink, report) = try ImportSource(text, name: "venues.json").read()
      #expect(report.format == .json && sink.listings.map(\.name) == ["V"], "\(text)")
    }
    let broken = #"{"data":{"items":[\#(place)]}"#
    #expect(throws: (any Error).self) { try ImportSource(broken, name: "venues.json").read() }
  }

  @Test("answers of Google Places")
  func google() throws {
    let text = """
      {"places":[{"id":"g1","displayName":{"text":"Bar G","languageCode":"en"},"types":["bar","point_of_interest"],
        "formattedAddress":"Main St 1","location":{"latitude":48.7,"longitude":9.1},"rating":4.5,"userRatingCount":12,
        "viewport":{"low":{"latitude":1,"longitude":2},"high":{"latitude":3,"longitude":4}},
        "priceLevel":"PRICE_LEVEL_MODERATE","businessStatus":"CLOSED_PERMANENTLY","regularOpeningHours":
        {"weekdayDescriptions":["Monday: 5:00\u{202F}PM – 1:00\u{202F}AM","Tuesday: Closed"]},"websiteUri":"https://g"}]}
      """
    let (sink, report) = try ImportSource(text, name: "places.json").read()
    let bar = try #require(sink["g1"])
    #expect(bar.name == "Bar G" && bar.coordinate == Coordinate(latitude: 48.7, longitude: 9.1) && bar.priceLevel == 2)
    #expect(bar.rating == 4.5 && bar.ratingCount == 12 && bar.url == "https://g" && bar.operatingStatus == .closed)
    #expect(bar.address == "Main St 1" && bar.tags == ["bar", "point_of_interest"])
    #expect(report.schedules.understood == 1, "\(bar.openingHours ?? "")")
  }

  @Test("answers of Foursquare and Yelp")
  func others() throws {
    let foursquare = """
      {"results":[{"fsq_id":"f1","name":"Bar F","categories":[{"id":1,"name":"Beer Bar","icon":{}},{"name":"Pub"}],
        "geocodes":{"drop_off":{"latitude":1,"longitude":2},"main":{"latitude":48.7,"longitude":9.1}},"price":2,
        "location":{"formatted_address":"Main St 1"}}]}
      """
    let (sink, _) = try ImportSource(foursquare, name: "f.json").read { $0.currency = "USD" }
    let bar = try #require(sink["f1"])
    #expect(bar.coordinate == Coordinate(latitude: 48.7, longitude: 9.1) && bar.priceLevel == 2 && bar.price == nil)
    #expect(bar.tags == ["beer-bar", "pub"] && bar.address == "Main St 1")
    let yelp = """
      {"businesses":[{"id":"y1","name":"Bar Y","price":"€€","coordinates":{"latitude":48.7,"longitude":9.1},
        "categories":[{"alias":"pubs","title":"Pubs"}],"review_count":9,"is_closed":false,
        "location":{"display_address":["Main St 1","Ulm"]}}],"total":1,"region":{"center":{"latitude":1,"longitude":2}}}
      """
    let (found, _) = try ImportSource(yelp, name: "y.json").read()
    #expect(found["y1"]?.priceLevel == 2 && found["y1"]?.tags == ["pubs"] && found["y1"]?.ratingCount == 9)
    #expect(found["y1"]?.coordinate == Coordinate(latitude: 48.7, longitude: 9.1))
  }

  @Test("records of open data portals, and a geometry")
  func records() throws {
    let text = """
      {"nhits":1,"records":[{"recordid":"r1","fields":{"name":"V","geo_point_2d":[48.7,9.1]},
        "geometry":{"type":"Point","coordinates":[9.1,48.7]}}]}
      """
    let (sink, _) = try ImportSource(text, name: "r.json").read { $0.map = try! ColumnMap(parsing: "id=recordid") }
    #expect(sink["r1"]?.coordinate == Coordinate(latitude: 48.7, longitude: 9.1) && sink["r1"]?.name == "V")
  }

  @Test("two numbers are longitude and latitude; keys may come late; numbers are no prose")
  func arrays() throws {
    let many = (0..<1200).map { #"{"id":"\#($0)","coordinates":[9.1829,48.7758],"price":12.345}"# }
    let last = #"{"id":"last","coordinates":[9.1829,48.7758],"phone":"1"}"#
    let (sink, _) = try ImportSource("[" + (many + [last]).joined(separator: ",") + "]", name: "a.json").read()
    #expect(sink["last"]?.phone == "1" && sink.listings.count == 1201)
    #expect(sink["0"]?.coordinate == Coordinate(latitude: 48.7758, longitude: 9.1829))
    #expect(sink["0"]?.price?.amount == 12.35 || sink["0"]?.price?.amount == 12.34)
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
