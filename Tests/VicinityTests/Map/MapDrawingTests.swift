import Foundation
import Geography
import Testing

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
    try MapDrawing(MapFeature.features(geoJSON: text.utf8), width: width).text()
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
    for mark in [
      "mark bar", "mark event", "mark couch", "mark c4", "mark c1", "\"origin\"", "\"radius\"", "\"line\"", "\"area\"",
    ] {
      #expect(svg.contains(mark), "\(mark)")
    }
    #expect(svg.contains("Zum &quot;Hirsch&quot; &lt;&amp; Söhne&gt; , 120 m"))
    #expect(svg.contains(">1.2k</text>"))
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

  @Test func `labels cover neither each other nor marks`() throws {
    var labels = LabelPlacement(width: 400, height: 400)
    labels.reserve(around: .init(x: 200, y: 200), 7)
    let places = (0..<6).map { _ in labels.place("Brennglas", beside: .init(x: 200, y: 200), reach: 7) }
    #expect(places.compactMap { $0 }.count == 4)
    #expect(Set(places.compactMap { $0 }).count == 4)
    #expect(labels.place("at the edge", beside: .init(x: -50, y: 10), reach: 7) == nil)
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
  func `large counts are shortened`(count: Int, text: String) { #expect(ClusterMark.text(count) == text) }
}
