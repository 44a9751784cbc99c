import CodedErrors
import Streams
import TestSupport
import Testing

@testable import VicinityFormats

struct FormatGuessTests {
  static let recognised: [(String, ImportFormat)] = [
    (#"{"id":"a","kind":"bar","lat":1,"lon":2}"#, .jsonl),
    ("\n\n [{\"id\":\"a\",\"kind\":\"bar\"", .jsonl),
    (#"{"type":"FeatureCollection","features":["#, .geojson),
    ("{\n  \"features\": [\n", .geojson),
    (#"[{"type":"Feature","geometry":null}]"#, .geojson),
    (#"{"geometry":{"type":"Point","coordinates":[1,2]},"properties":{},"type":"Feature"}"#, .geojsonseq),
    ("\u{1E}{\"type\":\"Feature\",\"geometry\":null}", .geojsonseq),
    (#"{"version":0.6,"elements":["#, .overpass),
    ("id,listing_url,name,latitude,longitude,room_type\n", .airbnb),
    ("INDEX,NAME,ADDRESS,POSTCODE,LAT,LONG\n", .openpubs),
    ("19173,A,B,NW7 1RL,523455,192329,51.6,-0.2,Barnet\n", .openpubs),
    ("name;lat;lon\n", .csv),
    ("\r\nBegin:VCalendar\r\nVERSION:2.0\r\n", .ics),
    (#"{"@context":"https://schema.org","@type":"Event"}"#, .jsonld),
    (#"{"uid":"1","timings":"[]","location_coordinates":{"lat":1,"lon":2}}"#, .openagenda),
    ("<?xml version=\"1.0\"?>\n<osm version=\"0.6\">", .osm),
    ("<!doctype html><script type=\"application/ld+json\">", .jsonld),
  ]

  @Test(arguments: recognised)
  func contentTellsTheFormat(text: String, format: ImportFormat) throws {
    #expect(try Self.guess(text).format == format)
  }

  static let refused: [(String, String)] = [
    (#"[{"id":1,"name":"Cafe","features":[{"item":"x"}]}]"#, "unknown form"),
    (#"{"name":"Conf","startDate":"2026-01-01","city":"Rome"}"#, "events without coordinates"),
    (#"{"dataset":"x","events":[]}"#, "unknown form"),
    ("listing_id,date,available,price\n", "importWithCalendar"),
    (
      "1,\"Goroka\",\"G\",\"PNG\",\"GKA\",\"AYGA\",-6.08,145.39,5282,10,\"U\",\"Pacific/Port_Moresby\",\"airport\",\"X\"\n",
      "id=1,name=2,lat=7,lon=8"
    ),
    ("\"Aruba\",\"AW\",\"AA\"\n", "without coordinates"),
    ("PK\u{3}\u{4}", "zip"),
    ("SQLite format 3\0", "SQLite"),
    ("<!DOCTYPE html><html>", "web page"),
    ("just words", "cannot recognize the format"),
    ("   \n", "empty"),
    ("{\n\"id\":\"a\",\n\"kind\":\"bar\",\"lat\":1,\"lon\":2}", "toJSONLines"),
  ]

  @Test(arguments: refused)
  func whatIsNotReadIsNamedWithARemedy(text: String, words: String) throws {
    let error = #expect(throws: ImportError.self) { try Self.guess(text) }
    let told = error.map { "\($0) \(String(describing: $0.remedy))" } ?? ""
    #expect(told.contains(words), "\(told)")
  }

  @Test func utf16IsRefusedWithTheRemedy() throws {
    let source = try ImportSource([0xFF, 0xFE, 0x7B, 0, 0x7D, 0])
    let error = #expect(throws: InputError.self) { try source.read() }
    #expect(error?.remedy == .convert(.toUTF8(from: "UTF-16", path: source.path)))
  }

  @Test func filesThatAreNotThereOrEmptyAreRefused() throws {
    #expect(throws: InputError.notFound(path: "/nowhere/at-all")) { try Importer(path: "/nowhere/at-all") }
    #expect(throws: InputError.isDirectory(path: "/")) { try Importer(path: "/") }
    let empty = try ImportSource("")
    #expect(throws: ImportError.empty(path: empty.path)) { try empty.read() }
  }

  @Test func optionsThatDoNotFitAreRefused() throws {
    let source = try ImportSource(#"{"id":"a","kind":"bar","lat":1,"lon":2}"#)
    #expect(throws: ImportError.self) { try source.read { $0.timeZone = "Mars/Olympus" } }
    #expect(throws: ImportError.self) { try source.read { $0.currency = "Euro" } }
    #expect(throws: ImportError.self) { try source.read { $0.include = ["supermarket"] } }
    #expect(throws: ImportError.self) { try source.read { $0.calendar = "x.csv" } }
    #expect(throws: ImportError.self) { try source.read { $0.rejects = source.path } }
    #expect(try source.read().0.listings.count == 1)
  }

  @Test(arguments: [("data/bars.geojson.gz", "bars"), ("-", "stdin"), ("/a/b/c.csv", "c"), (".hidden", ".hidden")])
  func theSourceIsNamedAfterTheFile(path: String, name: String) {
    #expect(ImportOptions.sourceName(of: path) == name)
  }

  private static func guess(_ text: String) throws -> FormatGuess {
    let source = try ImportSource(text)
    let buffer = try InputBuffer(ByteSource(path: source.path))
    return try FormatGuess(buffer.bytes, path: "file", options: ImportOptions())
  }
}
