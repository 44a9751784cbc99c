import Foundation
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Files that other programs read") struct ConvertedReaderTests {
  /// A bar as a node, a pub as a closed way, and a restaurant as a relation of one.
  private static let osm = """
    <?xml version="1.0" encoding="UTF-8"?>
    <osm version="0.6" generator="test">
      <node id="1" version="1" lat="48.77" lon="9.18"><tag k="amenity" v="bar"/><tag k="name" v="A &amp; B"/></node>
      <node id="2" version="1" lat="48.10" lon="9.10"/><node id="3" version="1" lat="48.10" lon="9.12"/>
      <node id="4" version="1" lat="48.12" lon="9.12"/><node id="5" version="1" lat="48.12" lon="9.10"/>
      <node id="6" version="1" lat="48.5" lon="9.5"><tag k="amenity" v="bench"/></node>
      <way id="10" version="1"><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="5"/><nd ref="2"/>
        <tag k="amenity" v="pub"/><tag k="building" v="yes"/><tag k="opening_hours" v="Mo-Su 18:00-24:00"/></way>
      <relation id="20" version="1"><member type="way" ref="10" role="outer"/>
        <tag k="type" v="multipolygon"/><tag k="amenity" v="restaurant"/></relation>
    </osm>
    """

  private static var hasOsmium: Bool { OutsideProgram.find(["osmium"]) != nil }
  private static var hasGDAL: Bool { OutsideProgram.find(["ogr2ogr"]) != nil }

  @Test(
    "OpenStreetMap XML gives nodes, ways and relations with their ids",
    .enabled(if: hasOsmium, "osmium is not installed"))
  func openStreetMap() throws {
    let (sink, report) = try ImportSource(Self.osm, name: "town.osm").read()
    #expect(report.format == .osm && report.skipped.map(\.code) == ["amenity=bench"])
    #expect(Set(sink.listings.map(\.id)) == ["node/1", "way/10", "relation/20"])
    #expect(sink["node/1"]?.name == "A & B")
    let pub = try #require(sink["way/10"])
    #expect(abs(pub.coordinate.latitude - 48.11) < 1e-9 && abs(pub.coordinate.longitude - 9.11) < 1e-9)
    #expect(pub.openingHours == "Mo-Su 18:00-24:00")
  }

  @Test("what is broken is reported with the program's reason", .enabled(if: hasOsmium, "osmium is not installed"))
  func broken() throws {
    let source = try ImportSource(String(Self.osm.dropLast(200)), name: "town.osm")
    let error = #expect(throws: InputError.self) { try source.read() }
    #expect(error?.code == "conversion-failed" && error?.description.contains("osmium cannot convert it") == true)
  }

  @Test("FlatGeobuf is read through GDAL", .enabled(if: hasGDAL, "GDAL is not installed"))
  func flatGeobuf() throws {
    let source = try ImportSource(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"@id":"node/7","amenity":"pub","name":"X"},"#
        + #""geometry":{"type":"Point","coordinates":[9.18,48.77]}}]}"#, name: "pubs.geojson")
    let path = source.path.replacing(".geojson", with: ".fgb")
    let made = Process()
    made.executableURL = URL(filePath: try #require(OutsideProgram.find(["ogr2ogr"])))
    made.arguments = ["-f", "FlatGeobuf", path, source.path]
    try made.run()
    made.waitUntilExit()
    let sink = ListSink()
    let report = try Importer(path: path).read(into: sink)
    #expect(report.format == .flatgeobuf && sink.listings.map(\.id) == ["node/7"] && sink["node/7"]?.name == "X")
  }

  @Test("a program that cannot be started, or fails, is an error")
  func programs() throws {
    #expect(throws: InputError.self) { try OutsideProgram("/nonexistent/program", [], reading: "x") }
    let failing = try OutsideProgram("/bin/sh", ["-c", "echo out; echo one >&2; echo two >&2; exit 3"], reading: "x")
    while try failing.output.fill() {}
    let error = #expect(throws: InputError.self) { try failing.finish() }
    #expect(error == .conversionFailed(path: "x", program: "sh", reason: "two"))
  }

  @Test("places of Overture have the tags of OpenStreetMap")
  func overture() throws {
    // POINT(9.18 48.77), little-endian.
    let point = "0101000000" + "5c8fc2f5285c2240" + "c3f5285c8f624840"
    let place = """
      {"type":"Feature","geometry":"\(point)","properties":{"id":"08f2","names":{"primary":"Da Mario",\
      "common":{"en":"Mario's"}},"categories":{"primary":"pizza_restaurant","alternate":["italian_restaurant","bar"]},\
      "confidence":0.9,"websites":["https://x.example"],"phones":["+49711"],"socials":["https://y.example"],\
      "addresses":[{"freeform":"Weg 1","locality":"Stuttgart","postcode":"70173","country":"DE"}],\
      "operating_status":"STATUS"}}
      """
    let lines = [
      place.replacing("STATUS", with: "open"),
      place.replacing("08f2", with: "08f3").replacing("STATUS", with: "permanently_closed"),
      place.replacing("08f2", with: "08f4").replacing("pizza_restaurant", with: "gym"),
    ]
    let (sink, report) = try ImportSource(lines.joined(separator: "\n"), name: "places.geojsonl").read()
    let listing = try #require(sink["08f2"])
    #expect(listing.name == "Da Mario" && listing.names["en"] == "Mario's" && listing.url == "https://x.example")
    #expect(
      Set(listing.tags).isSuperset(of: ["restaurant", "cuisine:pizza", "cuisine:italian"]) && listing.phone == "+49711")
    #expect(listing.address?.contains("Weg 1") == true)
    #expect(abs(listing.coordinate.latitude - 48.77) < 1e-9 && abs(listing.coordinate.longitude - 9.18) < 1e-9)
    #expect(sink["08f3"]?.operatingStatus == .closed)
    #expect(report.skipped.map(\.code) == ["overture=gym"])
  }

  static let areas = [("a20", "way/10"), ("a41", "relation/20"), ("n5", "node/5"), ("abc", "abc"), ("a", "a")]

  @Test("areas of osmium have the id of their way or relation", arguments: areas)
  func areaIds(id: String, expected: String) {
    #expect(OSMIdentifier.id(of: ["id": .string(id)], OSMTags([:])) == expected)
  }
}
