import Foundation
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityFormats

@Suite("Files that lack listings")
struct TruncatedFileTests {
  private let temporary: TemporaryCatalog
  private var catalog: Catalog { temporary.catalog }

  init() throws {
    temporary = try TemporaryCatalog()
    _ = try Self.load(#"{"id":"a","kind":"bar","lat":1,"lon":2}"#, "a.jsonl", into: temporary.catalog) { _ in }
  }

  private static func load(
    _ text: String, _ name: String, into catalog: Catalog, _ configure: (inout ImportOptions) -> Void
  ) throws -> ImportReport {
    var options = ImportOptions()
    options.source = "s"
    configure(&options)
    return try Importer(path: ImportSource(text, name: name).keep(), options: options).run(into: catalog)
  }

  static let empty = [
    ("[]", "e.json"), (#"{"type":"FeatureCollection","features":[]}"#, "e.geojson"), (#"{"elements":[]}"#, "e2.json"),
    ("id,name,lat,lon\n", "e.csv"), ("id;name;lat;lon\n\n", "e3.csv"),
    ("BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n", "e.ics"),
    ("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:x\nEND:VTODO\nEND:VCALENDAR\n", "todo.ics"),
    (#"{"@context":"https://schema.org","@graph":[]}"#, "e.jsonld"),
    ("id,name,latitude,longitude,room_type\n", "listings.csv"), (" \n", "blank.jsonl"), ("", "nothing.jsonl"),
  ]

  @Test("replace no source, unless it is said to be empty", arguments: empty)
  func nothing(text: String, name: String) throws {
    #expect(throws: (any Error).self) {
      try Self.load(text, name, into: catalog) { $0.replacesSource = true }
    }
    #expect(try catalog.listing("a") != nil)
    let report = try Self.load(text, name, into: catalog) { ($0.replacesSource, $0.allowsEmpty) = (true, true) }
    #expect(report.removed == 1)
    #expect(try catalog.listing("a") == nil)
  }

  @Test(
    "in which every row is rejected or unusable replace no source, whatever the options",
    arguments: [
      ("id,name,lat,lon\n1,A,x,y\n2,B,x,y\n", "r.csv"),
      (#"{"elements":[{"type":"node","id":1,"lat":48,"lon":9,"tags":{"amenity":"atm"}}]}"#, "r.json"),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:x\nEND:VEVENT\nEND:VCALENDAR\n", "r.ics"),
    ])
  func rejected(text: String, name: String) throws {
    #expect(throws: ImportError.self) {
      try Self.load(text, name, into: catalog) { ($0.replacesSource, $0.allowsEmpty) = (true, true) }
    }
    #expect(try catalog.listing("a") != nil)
  }

  private static let node = #"{"type":"node","id":1,"lat":48,"lon":9,"tags":{"amenity":"bar"}}"#
  private static let feature =
    #"{"type":"Feature","id":"node/1","properties":{"amenity":"bar"},"geometry":{"type":"Point","coordinates":[9,48]}}"#

  static let incomplete = [
    (#"{"elements":[\#(node)],"remark":"runtime error: Query run out of memory in \"recurse\" at line 5"}"#, "o.json"),
    (
      #"{"remark":"runtime error: Query timed out in \"query\" at line 3 after 25 seconds.","elements":[\#(node)]}"#,
      "o.json"
    ),
    (#"{"elements":[],"remark":"runtime error: open64: 0 Success"}"#, "o.json"),
    (#"{"elements":[\#(node)],"remark":"the area is not known"}"#, "o.json"),
    (#"{"type":"FeatureCollection","features":[\#(feature)],"exceededTransferLimit":true}"#, "g.geojson"),
    (#"{"type":"FeatureCollection","totalFeatures":10,"features":[\#(feature)]}"#, "g.geojson"),
    (#"{"type":"FeatureCollection","features":[\#(feature)],"numberMatched":"10"}"#, "g.geojson"),
    (#"{"type":"FeatureCollection","features":[\#(feature)],"total_count":10}"#, "g.geojson"),
    (#"{"type":"FeatureCollection","features":[\#(feature)],"meta":{"total_count":2,"next":null}}"#, "g.geojson"),
    (#"{"type":"FeatureCollection","next":"http://a.example/2","features":[\#(feature)]}"#, "g.geojson"),
    (#"{"type":"FeatureCollection","features":[\#(feature)],"meta":{"next":"/2"}}"#, "g.geojson"),
    (
      #"{"type":"FeatureCollection","properties":{"exceededTransferLimit":true},"features":[\#(feature)]}"#, "g.geojson"
    ),
    (#"{"type":"FeatureCollection","numberMatched":5,"numberReturned":1,"features":[\#(feature)]}"#, "g.geojson"),
    (#"{"type":"FeatureCollection","features":[\#(feature)],"links":[{"rel":"next","href":"x"}]}"#, "g.geojson"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nGEO:1;2\nDTSTART:20270101T100000Z\nEND:VEVENT\n", "c.ics"),
  ]

  @Test("and say so replace no source, but can be added", arguments: incomplete)
  func partly(text: String, name: String) throws {
    let error = #expect(throws: ImportError.self) {
      try Self.load(text, name, into: catalog) { ($0.replacesSource, $0.allowsEmpty) = (true, true) }
    }
    #expect(error?.code == "incomplete-file")
    #expect(try catalog.listing("a") != nil)
    guard !text.contains(#""elements":[]"#) else { return }
    let report = try Self.load(text, name, into: catalog) { _ in }
    #expect(report.added == 1 && report.removed == 0)
    #expect(report.notes.contains { $0.hasPrefix("the file is incomplete: ") })
  }

  @Test(
    "are distinguished from complete ones that mention further pages",
    arguments: [
      (#"{"elements":[\#(node)],"remark":""}"#, "o.json"),
      (#"{"type":"FeatureCollection","features":[\#(feature)],"remark":"data of yesterday"}"#, "g.geojson"),
      (
        #"{"type":"FeatureCollection","next":null,"totalFeatures":"unknown","features":[\#(feature)],"meta":{"next":""}}"#,
        "g.geojson"
      ),
      (#"{"type":"FeatureCollection","features":[\#(feature)],"totalFeatures":1,"total_count":"1"}"#, "g.geojson"),
      (
        #"{"type":"FeatureCollection","numberMatched":1,"numberReturned":1,"features":[\#(feature)],"links":[{"rel":"self"}]}"#,
        "g.geojson"
      ),
      ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nGEO:1;2\nDTSTART:20270101T100000Z\nEND:VEVENT\nEND:VCALENDAR", "c.ics"),
    ])
  func complete(text: String, name: String) throws {
    #expect(try Self.load(text, name, into: catalog) { $0.replacesSource = true }.removed == 1)
  }

  @Test("have no effect on the nights of a couch if they are cut")
  func busy() throws {
    let cut = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20270101\nEND:VEVENT\n"
    #expect(throws: ImportError.self) {
      try BusyCalendar(path: ImportSource(cut, name: "b.ics").keep(), zone: nil, now: SeededWorld.now)
    }
    #expect(
      try BusyCalendar(
        path: ImportSource(cut + "END:VCALENDAR\n", name: "b.ics").keep(), zone: nil, now: SeededWorld.now
      ).nights.count == 1)
  }
}
