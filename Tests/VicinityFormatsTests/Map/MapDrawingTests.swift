import Foundation
import Geography
import Testing
import VicinityLab

@testable import VicinityFormats

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct MapDrawingTests {
  static func collection(_ features: String...) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  static func point(_ longitude: Double, _ latitude: Double, _ properties: String = "{}") -> String {
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]},"properties":\#(properties)}"#
  }

  static func svg(_ text: String, width: Int = 960) throws -> String {
    try MapDrawing(MapContents(parsing: text.utf8), title: "Bars & \u{7}pubs", width: width).text()
  }

  static let everything = collection(
    point(9.18, 48.77, #"{"kind":"bar","name":"Zum \"Hirsch\" <& Söhne>\u0007","distance":120.4}"#),
    point(9.19, 48.78, #"{"kind":"event","name":"Jazz"}"#), point(9.2, 48.77, #"{"kind":"couch","name":"ソファ"}"#),
    point(9.17, 48.76, #"{"count":1234}"#), point(9.17, 48.77, #"{"count":1}"#),
    point(9.18, 48.775, #"{"role":"origin","radius":1500}"#),
    #"{"type":"Feature","properties":{"name":"Way"},"geometry":{"type":"LineString","coordinates":[[9.1,48.7],[9.2,48.8,250]]}}"#,
    #"{"type":"Feature","properties":null,"geometry":{"type":"MultiPolygon","coordinates":[[[[9.1,48.7],[9.2,48.7],[9.2,48.8],[9.1,48.7]],[[9.17,48.72],[9.18,48.72],[9.18,48.73],[9.17,48.72]]]]}}"#,
    #"{"type":"Feature","properties":{},"geometry":null}"#)

  @Test(arguments: [200, 960, 4000])
  func `all kinds of features make well-formed XML, the same each time`(width: Int) throws {
    let svg = try Self.svg(Self.everything, width: width)
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg == (try Self.svg(Self.everything, width: width)))
    // On the smallest map they are one cluster.
    guard width > 200 else { return }
    for mark in [
      "mark bar", "mark event", "mark couch", "mark c4", "mark c1", "\"origin\"", "\"radius\"", "\"line\"", "\"area\"",
    ] {
      #expect(svg.contains(mark), "\(mark)")
    }
    #expect(svg.contains("Zum &quot;Hirsch&quot; &lt;&amp; Söhne&gt; , 120 m"))
    #expect(svg.contains(">1.2k</text>"))
    #expect(svg.contains("<title>Bars &amp;  pubs</title>") && svg.contains(">Bars &amp;  pubs</text>"))
  }

  @Test func `the scale and distances are in the units asked for`() throws {
    let contents = try MapContents(parsing: Self.everything.utf8)
    let (metric, imperial) = (try MapDrawing(contents).text(), try MapDrawing(contents, units: .imperial).text())
    #expect(imperial.contains("Söhne&gt; , 400 ft"))
    #expect(metric.contains(" km</text>") && imperial.contains(">5000 ft</text>"))
  }

  @Test(arguments: [
    (3.0, DistanceUnits.metric, "200 m", 66.67), (20, .metric, "2 km", 100), (3, .imperial, "1000 ft", 101.6),
    (20, .imperial, "1 mi", 80.47),
  ])
  func `a scale bar has a round length`(
    metersPerPixel: Double, units: DistanceUnits, text: String, pixels: Double
  ) {
    let bar = ScaleBar(metersPerPixel: metersPerPixel, mostPixels: 120, units: units)
    #expect(bar.text == text && abs(bar.pixels - pixels) < 0.01)
  }

  @Test(arguments: [1, 2, 3]) func `random maps make well-formed XML, the same each time`(seed: Int) throws {
    var random = SplitMix64(seed: 13, index: seed)
    let contents = try MapWorld.contents(120, isOrdered: true, areas: 5, &random)
    let svg = try MapDrawing(contents).text()
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg == (try MapDrawing(contents).text()))
  }

  @Test func `states and ranks are drawn and explained`() throws {
    let svg = try Self.svg(
      Self.collection(
        Self.point(
          9.1, 48, #"{"kind":"bar","open":"open","distance":1,"rating":4.25,"price":3,"currency":"EUR","name":"A"}"#),
        Self.point(9.2, 48, #"{"kind":"bar","open":"closed","distance":2,"price":0,"name":"B"}"#),
        Self.point(9.3, 48, #"{"kind":"bar","distance":3}"#),
        Self.point(9.4, 48, #"{"kind":"event","open":"closed","distance":4}"#)))
    for text in [
      "class=\"mark bar closed\"", "class=\"mark bar unknown\"", "class=\"mark event closed\"", "1 bar, open<",
      "1 bar, closed<", "1 bar, hours unknown<", "1 event, not running<", ">rank<",
      "<title>1. A, 1 m, open, ★ 4.25 · 3 EUR<",
      ">★ 4.25 · 3 EUR</text>", ">free</text>",
    ] {
      #expect(svg.contains(text), "\(text)")
    }
    for rank in 1...4 { #expect(svg.contains(">\(rank)</text>")) }
  }

  @Test(arguments: [
    (#""total":1204"#, "2 of 1 204 results"), (#""total":2"#, nil),
    (#""next":"abc""#, "The first 2 results; there are more"),
    (#""total":2,"next":"abc""#, nil), (#""bbox":[1,2,3,4]"#, nil),
  ])
  func `a map tells what it leaves out`(member: String, remark: String?) throws {
    let features = [Self.point(9.18, 48.77, #"{"kind":"bar"}"#), Self.point(9.19, 48.77, #"{"kind":"bar"}"#)]
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))],\#(member)}"#
    let contents = try MapContents(parsing: text.utf8)
    #expect(contents.remark == remark)
    #expect(try MapDrawing(contents).text().contains("class=\"remark\"") == (remark != nil))
  }

  @Test func `results as JSON Lines are drawn as from GeoJSON`() throws {
    let lines = """
      {"id":"a","kind":"bar","name":"Adler","lat":48.77,"lon":9.18,"distance":12.5,"open":"open"}\r

      {"id":"b","kind":"couch","name":"Bett","lat":48.78,"lon":9.19,"distance":20}
      {"facets":{"kind":[]}}

      """
    let features = Self.collection(
      Self.point(9.18, 48.77, #"{"kind":"bar","name":"Adler","distance":12.5,"open":"open"}"#),
      Self.point(9.19, 48.78, #"{"kind":"couch","name":"Bett","distance":20}"#))
    guard case .contents(let contents) = try MapInput(parsing: Array(lines.utf8)) else {
      Issue.record("taken for a query")
      return
    }
    #expect(try MapDrawing(contents).text() == MapDrawing(MapContents(parsing: features.utf8)).text())
    let first = Array(lines.utf8.prefix { $0 != 0x0A })
    guard case .contents(let one) = try MapInput(parsing: first) else {
      Issue.record("one result is taken for a query")
      return
    }
    #expect(one.features.map(\.id) == ["a"])
  }

  @Test(arguments: [
    ("{\"lat\":1,\"lon\":2}\n[1]", "line 2: expected a JSON object, found an array"),
    ("{\"lat\":1,\"lon\":2}\nlon", "line 2: expected a JSON object, found no JSON"),
    (
      "{\"lat\":1,\"lon\":2}\n{\"id\":\"a\",\"name\":\"b\"}",
      "line 2: expected a result with lat and lon, found an object with id, name"
    ),
    ("{\"lat\":1,\"lon\":2}\n{\"lat\":9,\"lon\":200}", "line 2: [200,9] is not"),
    ("{\"type\":\n\"Point\"", "not valid JSON at byte"),
  ])
  func `lines that are no results are refused with their number`(text: String, message: String) {
    let error = #expect(throws: MapError.self) { try MapInput(parsing: Array(text.utf8)) }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `what lies around the antimeridian lies together`() throws {
    let view = try #require(
      MapView([.init(latitude: -17, longitude: 179.9), .init(latitude: -17.1, longitude: -179.9)], width: 1000))
    let points = [179.9, 180, -180, -179.9].map { view.point(.init(latitude: -17, longitude: $0)).x }
    #expect(points == points.sorted())
    #expect(points.allSatisfy { (40...960).contains($0) })
    #expect(abs(points[1] - points[2]) < 1e-6)
  }

  @Test(
    arguments: [
      [(0, 0)], [(90, 0), (-90, 179)], [(0, -180), (0, -60), (0, 60), (0, 180)], [(48.7, 9.1), (48.8, 9.3)],
    ] as [[(Double, Double)]])
  func `everything lies in the picture, and its place tells where it is`(places: [(Double, Double)]) throws {
    let coordinates = places.map { Coordinate(latitude: $0, longitude: $1) }
    let view = try #require(MapView(coordinates, width: 800))
    for coordinate in coordinates {
      let point = view.point(coordinate)
      #expect((0...view.width).contains(point.x) && (0...view.height).contains(point.y))
      guard abs(coordinate.latitude) < 85 else { continue }
      let back = view.coordinate(point)
      #expect(abs(back.latitude - coordinate.latitude) < 1e-6)
      #expect(abs((back.longitude - coordinate.longitude).remainder(dividingBy: 360)) < 1e-6)
    }
  }

  @Test func `labels cover neither each other nor marks`() {
    var labels = LabelPlacement(map: .init(left: 0, top: 0, right: 400, bottom: 400))
    let mark = PixelBox(around: .init(x: 200, y: 200), 7, 7)
    labels.reserve(mark)
    let label = MapLabel([.init(text: "Brennglas", font: .name)])
    let places = (0..<10).compactMap { _ in labels.place([label], beside: mark)?.box }
    #expect(places.count >= 2)
    #expect(MapLayoutTests.overlapping(places + [mark]).isEmpty)
    let outside = labels.place([label], beside: PixelBox(around: .init(x: -50, y: 10), 7, 7))
    #expect(outside == nil)
  }

  @Test func `a label avoids a line where there is other room`() {
    var labels = LabelPlacement(map: .init(left: 0, top: 0, right: 400, bottom: 400))
    labels.lines.draw([.init(x: 230, y: -1e7), .init(x: 230, y: 1e7)])
    let mark = PixelBox(around: .init(x: 200, y: 200), 7, 7)
    let label = MapLabel([.init(text: "Brennglas", font: .name)])
    let place = labels.place([label], beside: mark)
    #expect(place?.anchor == .end && place?.box.right == 193)
    // Elsewhere there is a mark: better on the line than not at all.
    for box in [
      PixelBox(left: 100, top: 100, right: 205, bottom: 193), .init(left: 100, top: 207, right: 205, bottom: 300),
    ] { labels.reserve(box) }
    let next = labels.place([label], beside: mark)
    #expect(next?.box.left == 207)
  }

  @Test(arguments: [
    ("{", "not valid JSON"), ("[]", "expected a GeoJSON object, found an array"),
    ("{}", "type: expected Point, LineString"),
    (#"{"type":"FeatureCollection"}"#, "features: expected an array of features, found nothing"),
    (#"{"type":"FeatureCollection","features":[]}"#, "there is nothing to draw"),
    (collection(point(9, 48), point(48.7, 109)), "features[1].geometry.coordinates: [48.7,109] is not"),
    (#"{"type":"Point","coordinates":[48.7,139.6]}"#, "Are latitude and longitude swapped?"),
    (#"{"type":"LineString","coordinates":[[1,2]]}"#, "coordinates: expected 2 positions or more, found 1"),
    (#"{"type":"Polygon","coordinates":[[[1,2],[2,2],["x",2]]]}"#, "coordinates[0][2]: expected [longitude, latitude]"),
  ])
  func `what is no map is refused with the place`(text: String, message: String) {
    let error = #expect(throws: MapError.self) { try Self.svg(text) }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(arguments: [
    (1, "1"), (999, "999"), (1000, "1k"), (1250, "1.2k"), (87_400, "87k"), (4_100_000, "4.1M"), (2_000_000_000, "2G"),
  ])
  func `large counts are shortened and fit their circles`(count: Int, text: String) {
    #expect(ClusterText.text(count) == text)
    for largest in [count, 1000 * count] {
      let reach = ClusterScale(largest: largest).reach(count)
      let size = ClusterText.size(of: text, reach: reach)
      #expect(TextWidth.pixels(text, size: size.pixels, isBold: true) < 2 * reach)
    }
  }

  @Test func `widths of texts grow with their letters`() {
    #expect(TextWidth.pixels("", size: 12) == 0)
    #expect(abs(TextWidth.pixels("Öl", size: 10) - (9 + 2.78)) < 1e-9)
    #expect(TextWidth.pixels("居酒屋", size: 10) > TextWidth.pixels("Bar", size: 10))
    #expect(TextWidth.pixels("Bar", size: 10, isBold: true) > TextWidth.pixels("Bar", size: 10))
    for room in [30.0, 80, 500] {
      let fitted = TextWidth.fitted("Zum goldenen Hirschen", size: 12, into: room)
      #expect(TextWidth.pixels(fitted, size: 12) <= room)
      #expect(fitted.hasSuffix("…") == (room < 200))
    }
  }
}
