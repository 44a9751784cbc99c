import Geography
import Testing
import VicinityFormats

struct RouteFileTests {
  static func vertices(_ text: String) throws -> [Coordinate] {
    try RouteFile.vertices(parsing: Array(text.utf8), named: "way")
  }

  static let way = [Coordinate(latitude: 48.77, longitude: 9.18), Coordinate(latitude: 48.78, longitude: 9.2)]

  @Test(arguments: [
    #"<gpx><trk><trkseg><trkpt lat="48.77" lon="9.18"/><trkpt lat='48.78' lon = '9.2'><ele>1</ele></trkpt></trkseg></trk></gpx>"#,
    """
    \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
    <!-- <trkpt lat="1" lon="2"/> -->
    <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" version="1.1">
      <g:wpt lat="5" lon="5"><name><![CDATA[<rtept lat="3" lon="3">]]></name></g:wpt>
      <g:rte><g:rtept lat="48.77"
        lon="9.18" ></g:rtept><g:rtept lon="9.2" lat="48.78"/></g:rte>
    </g:gpx>
    """,
    #"<gpx><rte><rtept lat="1" lon="1"/></rte><trk><trkseg><trkpt lat="48.77" lon="9.18"/></trkseg><trkseg><trkpt lat="48.78" lon="9.2"/></trkseg></trk></gpx>"#,
    #"{"type":"LineString","coordinates":[[9.18,48.77,250],[9.2,48.78]]}"#,
    #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]}},{"type":"Feature","geometry":{"type":"LineString","coordinates":[[9.18,48.77],[9.2,48.78]]}}]}"#,
  ])
  func `a way is read from GPX and GeoJSON`(text: String) throws {
    #expect(try Self.vertices(text) == Self.way)
  }

  @Test(arguments: [
    ("", "way: neither GPX nor JSON"),
    ("<html></html>", "way: is XML but not GPX"),
    ("<gpx></gpx>", "way: holds neither a track nor a route"),
    ("<gpx>\n<trkpt lat=\"95\" lon=\"1\"/></gpx>", "way:2: 95.0, 1.0 is not a position"),
    ("<gpx>\n<trkpt lat=\"x\" lon=\"1\"/></gpx>", "way:2: a trkpt needs lat and lon in degrees"),
    ("<gpx><trkpt lat=1 lon=\"1\"/></gpx>", "way:1: the value of an attribute needs quotes"),
    ("<gpx><trk>\n</gpx>", "way:2: </gpx> closes nothing"),
    ("<gpx>\n<trk>", "way:2: the file ends before </trk>"),
    ("<gpx><!-- ", "way:1: the file ends within a comment"),
    ("<gpx><trkpt lat=\"1", "way:1: the file ends within an attribute"),
    ("<gpx><trkpt lat", "way:1: an attribute needs = and a value"),
    ("<", "way:1: a name is missing in a tag"),
    ("<gpx><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>", "way: the route has fewer than two positions"),
    (#"{"type":"Polygon"}"#, "way: contains no LineString"),
    (#"{"type":"LineString","coordinates":[[1,2],[200,0]]}"#, "way: the LineString.coordinates[1]"),
  ])
  func `what is no way is refused with the place`(text: String, message: String) {
    do {
      let vertices = try Self.vertices(text)
      Issue.record("\(vertices)")
    } catch {
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }
}
