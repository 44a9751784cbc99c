import Foundation
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Files that other programs read") struct ConvertedReaderTests {
  /// A bar as a node, a pub as a closed way, a restaurant as a relation of one, and elements that are no areas.
  private static let osm = """
    <?xml version="1.0" encoding="UTF-8"?>
    <osm version="0.6" generator="test">
      <node id="1" version="1" lat="48.77" lon="9.18"><tag k="amenity" v="bar"/><tag k="name" v="A &amp; B, 5% = C"/></node>
      <node id="2" version="1" lat="48.10" lon="9.10"/><node id="3" version="1" lat="48.10" lon="9.12"/>
      <node id="4" version="1" lat="48.12" lon="9.12"/><node id="5" version="1" lat="48.12" lon="9.10"/>
      <node id="6" version="1" lat="48.5" lon="9.5"><tag k="amenity" v="bench"/></node>
      <way id="10" version="1"><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="5"/><nd ref="2"/>
        <tag k="amenity" v="pub"/><tag k="building" v="yes"/><tag k="opening_hours" v="Mo-Su 18:00-24:00"/></way>
      <way id="11" version="1"><nd ref="2"/><nd ref="3"/><tag k="amenity" v="bar;cafe"/></way>
      <way id="12" version="1"><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="2"/>
        <tag k="amenity" v="biergarten"/><tag k="area" v="no"/></way>
      <way id="13" version="1"><nd ref="2"/><nd ref="4"/><nd ref="99"/><tag k="leisure" v="dance"/></way>
      <way id="14" version="1"><nd ref="98"/><nd ref="99"/><tag k="amenity" v="bar"/></way>
      <way id="15" version="1"><nd ref="2"/><nd ref="3"/><tag k="disused:amenity" v="pub"/></way>
      <way id="16" version="1"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/></way>
      <relation id="20" version="1"><member type="way" ref="10" role="outer"/>
        <tag k="type" v="multipolygon"/><tag k="amenity" v="restaurant"/></relation>
      <relation id="21" version="1"><member type="node" ref="6" role=""/><member type="way" ref="16" role=""/>
        <tag k="type" v="site"/><tag k="amenity" v="food_court"/></relation>
    </osm>
    """

  private static var hasOsmium: Bool { OutsideProgram.find(["osmium"]) != nil }
  private static var hasGDAL: Bool { OutsideProgram.find(["ogr2ogr"]) != nil }

  @Test(
    "OpenStreetMap XML gives nodes, ways and relations with their ids",
    .enabled(if: hasOsmium, "osmium is not installed"))
  func openStreetMap() throws {
    let (sink, report) = try ImportSource(Self.osm, name: "town.osm").read()
    #expect(report.format == .osm && report.skipped.map(\.code) == ["disused:amenity=pub"])
    #expect(
      Set(sink.listings.map(\.id))
        == ["node/1", "way/10", "way/11", "way/12", "way/13", "relation/20", "relation/21"])
    #expect(sink["node/1"]?.name == "A & B, 5% = C")
    #expect(report.rejected.map(\.code) == ["nodes-missing"])
    #expect(report.rejected.first?.example?.hasPrefix("way/14 has no position") == true)
    let site = try #require(sink["relation/21"]?.coordinate)
    #expect(abs(site.latitude - 48.3) < 1e-9 && abs(site.longitude - 9.3) < 1e-9)
    let pub = try #require(sink["way/10"])
    #expect(abs(pub.coordinate.latitude - 48.11) < 1e-9 && abs(pub.coordinate.longitude - 9.11) < 1e-9)
    #expect(pub.openingHours == "Mo-Su 18:00-24:00")
  }

  @Test(
    "the name of OpenStreetMap data need not tell their format",
    .enabled(if: hasOsmium, "osmium is not installed"), arguments: ["pbf", "osm.gz", "osm.bz2", "opl"])
  func openStreetMapFormats(format: String) throws {
    let source = try ImportSource(Self.osm, name: "town.osm")
    let path = source.path.replacing("town.osm", with: format == "pbf" ? "town" : "town.\(format)")
    try Self.run("osmium", ["cat", "--output-format=\(format)", "--output=\(path)", source.path])
    var options = ImportOptions()
    if format == "opl" { options.format = .osm }
    let sink = ListSink()
    _ = try Importer(path: path, options: options).read(into: sink)
    #expect(sink.listings.count == 7)
  }

  @Test(
    "a column map and further types apply to OpenStreetMap data",
    .enabled(if: hasOsmium, "osmium is not installed"), arguments: ["amenity=bench", "amenity=*", "*"])
  func openStreetMapOptions(include: String) throws {
    let map = try ColumnMap(parsing: "description=amenity")
    let (sink, _) = try ImportSource(Self.osm, name: "town.osm").read {
      $0.include = [include]
      $0.map = map
    }
    #expect(sink["node/6"]?.description == "bench")
  }

  @Test("without places, OpenStreetMap data are no error", .enabled(if: hasOsmium, "osmium is not installed"))
  func openStreetMapWithoutPlaces() throws {
    let (sink, report) = try ImportSource(Self.osm.replacing("amenity", with: "shop"), name: "town.osm").read {
      $0.include = []
    }
    #expect(sink.listings.map(\.id) == ["way/13"])
    let none = try ImportSource(#"<osm version="0.6"><node id="1" version="1" lat="1" lon="2"/></osm>"#, name: "x.osm")
    #expect(try none.read().1.remediesOfNotes == [.includeType(nil)] && report.remediesOfNotes.isEmpty)
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: try #require(OutsideProgram.find([program])))
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test("what is broken is reported with the program's reason", .enabled(if: hasOsmium, "osmium is not installed"))
  func broken() throws {
    let source = try ImportSource(String(Self.osm.dropLast(200)), name: "town.osm")
    let error = #expect(throws: InputError.self) { try source.read() }
    #expect(error?.code == "conversion-failed" && error?.description.contains("osmium cannot convert it") == true)
  }

  @Test("a header that GDAL cannot read is an error", .enabled(if: hasGDAL, "GDAL is not installed"))
  func brokenFlatGeobuf() throws {
    let source = try ImportSource("fgb\u{3}fgb\u{0}garbage", name: "broken.fgb")
    let error = #expect(throws: InputError.self) { try source.read() }
    #expect(error?.description.contains("ogr2ogr cannot convert it: ERROR") == true)
  }

  @Test("FlatGeobuf is read through GDAL", .enabled(if: hasGDAL, "GDAL is not installed"))
  func flatGeobuf() throws {
    let source = try ImportSource(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"@id":"node/7","amenity":"pub","name":"X"},"#
        + #""geometry":{"type":"Point","coordinates":[9.18,48.77]}}]}"#, name: "pubs.geojson")
    let path = source.path.replacing(".geojson", with: ".fgb")
    try Self.run("ogr2ogr", ["-f", "FlatGeobuf", "-t_srs", "EPSG:3857", path, source.path])
    let sink = ListSink()
    let report = try Importer(path: path).read(into: sink)
    #expect(report.format == .flatgeobuf && sink.listings.map(\.id) == ["node/7"] && sink["node/7"]?.name == "X")
    #expect(abs((sink["node/7"]?.coordinate.latitude ?? 0) - 48.77) < 1e-6, "in degrees again")
  }

  @Test("a program that cannot be started, or fails, is an error")
  func programs() throws {
    #expect(throws: InputError.self) { try OutsideProgram("/nonexistent/program", [], reading: "x") }
    let failing = try OutsideProgram("/bin/sh", ["-c", "echo out; echo one >&2; echo two >&2; exit 3"], reading: "x")
    while try failing.output.fill() {}
    let error = #expect(throws: InputError.self) { try failing.finish() }
    #expect(error == .conversionFailed(path: "x", program: "sh", reason: "two"))
  }

  private static let hasParquet: Bool =
    (try? run("python3", ["-c", "import pyarrow.parquet, duckdb"])) != nil

  /// Makes a Parquet file of two rows with columns of pyarrow, and metadata `geo`.
  private static func parquet(_ columns: String, geo: String) throws -> ImportSource {
    let source = try ImportSource("", name: "places.parquet")
    let program = """
      import json, struct, sys
      import pyarrow as pa, pyarrow.parquet as pq
      def wkb(x, y): return struct.pack("<BIdd", 1, 1, x, y)
      nan = float("nan")
      columns = dict(name=["A", "B"], amenity=["bar", "pub"], \(columns))
      geo = \(geo)
      table = pa.table(columns).replace_schema_metadata({"geo": json.dumps(geo)} if geo else {})
      pq.write_table(table, sys.argv[1])
      """
    try run("python3", ["-c", program, source.path])
    return source
  }

  /// Columns and metadata with the position of the first row.
  static let parquetForms: [(String, String)] = [
    ("geometry=[wkb(9.18, 48.77), wkb(9.19, 48.78)], price=[nan, 5.0]", "{}"),
    (
      #"geom=[{"x": 9.18, "y": 48.77}, {"x": 9.19, "y": 48.78}]"#,
      #"{"primary_column": "geom", "columns": {"geom": {"encoding": "point", "geometry_types": ["Point"]}}}"#
    ),
    (
      #"geometry=[[[{"x": 9.17, "y": 48.76}, {"x": 9.19, "y": 48.78}]]] * 2"#,
      #"{"primary_column": "geometry", "columns": {"geometry": {"encoding": "polygon"}}}"#
    ),
    ("lat=[48.77, 48.78], lon=[9.18, 9.19], rating=[nan, 4.5]", "{}"),
    (
      "geometry=[wkb(1021912.925, 6235924.935), wkb(0, 0)]",
      #"{"primary_column": "geometry", "columns": {"geometry": {"crs": {"id": {"authority": "EPSG", "code": 3857}}}}}"#
    ),
    (
      "geometry=[wkb(9.18, 48.77), wkb(9.19, 48.78)]",
      #"{"primary_column": "geometry", "columns": {"geometry": {"crs": {"id": {"authority": "OGC", "code": "CRS84"}}}}}"#
    ),
  ]

  @Test(
    "GeoParquet has geometry in several encodings and systems, or columns of coordinates",
    .enabled(if: hasParquet, "pyarrow and duckdb are not installed"), arguments: parquetForms)
  func parquet(columns: String, geo: String) throws {
    let sink = ListSink()
    let source = try Self.parquet(columns, geo: geo)
    let report = try withExtendedLifetime(source) { try Importer(path: source.path).read(into: sink) }
    #expect(sink.listings.count == 2 && report.rejected.isEmpty)
    let bar = try #require(sink.listings.first { $0.name == "A" })
    #expect(abs(bar.coordinate.latitude - 48.77) < 1e-6 && abs(bar.coordinate.longitude - 9.18) < 1e-6)
    #expect(bar.price == nil && bar.rating == nil, "not a number")
  }

  @Test(
    "GeoParquet in another coordinate system is refused by its name",
    .enabled(if: hasParquet, "pyarrow and duckdb are not installed"))
  func parquetOfOtherSystem() throws {
    let source = try Self.parquet(
      "geometry=[wkb(500000, 5400000)] * 2",
      geo: #"{"columns": {"geometry": {"crs": {"id": {"authority": "EPSG", "code": 25832}}}}}"#)
    let error = #expect(throws: ImportError.self) {
      try withExtendedLifetime(source) { try Importer(path: source.path).read(into: ListSink()) }
    }
    #expect(error?.description.contains("EPSG:25832") == true && error?.remedy == .convert(.toDegrees))
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
