import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Areas
@testable import Vicinity

/// Malformed areas: truncated texts, missing characters, misplaced numbers.
@Suite("Areas that are not well formed")
struct BrokenAreaTests {
  static let geoJSON = [
    #"{"type":"Polygon","coordinates":[[[9.1,48.7],[9.3,48.7],[9.2,48.9],[9.1,48.7]]]}"#,
    #"{"type":"Polygon","coordinates":[[[170,-20],[190,-20],[190,-5],[170,-5],[170,-20]],[[175,-15],[185,-15],[180,-10],[175,-15]]]}"#,
    #"{"type":"MultiPolygon","coordinates":[[[[0,60],[120,60],[240,60],[360,60]]],[[[1,1,5],[2,1,5],[2,2,5],[1,1,5]]]]}"#,
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]}}]}"#,
  ]
  static let wkt = [
    "POLYGON ((9.1 48.7, 9.3 48.7, 9.2 48.9, 9.1 48.7))",
    "MULTIPOLYGON Z (((170 -20 1, 190 -20 1, 190 -5 1, 170 -5 1, 170 -20 1), (175 -15 1, 185 -15 1, 180 -10 1, 175 -15 1)))",
    "GEOMETRYCOLLECTION (POLYGON ((0 60, 120 60, 240 60, 360 60)), MULTIPOLYGON EMPTY)",
  ]

  @Test("are mended or refused with a place, as GeoJSON", arguments: geoJSON.indices)
  func texts(index: Int) throws {
    var random = SplitMix64(seed: UInt64(80 + index))
    var outcomes = Outcomes()
    for _ in 0..<1500 {
      let text = Self.mutated(Array(Self.geoJSON[index].utf8), &random)
      do {
        try judge(try MultiPolygon(parsingGeoJSON: text), &outcomes, &random)
      } catch let error as QueryError {
        outcomes.unread += 1
        let message = "\(error)"
        #expect(Self.hasPlace(message), "\(message) of \(String(decoding: text, as: UTF8.self))")
      }
    }
    #expect(outcomes.isVaried, "\(outcomes)")
  }

  @Test("are mended or refused with a place, as well-known text", arguments: wkt.indices)
  func wellKnownTexts(index: Int) throws {
    var random = SplitMix64(seed: UInt64(90 + index))
    var outcomes = Outcomes()
    for _ in 0..<1500 {
      let text = String(decoding: Self.mutated(Array(Self.wkt[index].utf8), &random), as: UTF8.self)
      do {
        try judge(try MultiPolygon(parsing: text), &outcomes, &random)
      } catch let error as AreaError {
        outcomes.unread += 1
        #expect(
          error.reason.contains(" at character ") || error.reason == "the text has no polygon", "\(error) of \(text)")
      }
    }
    #expect(outcomes.isVaried, "\(outcomes)")
  }

  private struct Outcomes {
    var (unread, valid, refused, repaired) = (0, 0, 0, 0)
    var isVaried: Bool { unread > 50 && valid > 50 && refused > 50 && repaired > 50 }
  }

  /// A text is read as an area or rejected with a position; the result of a repair is a valid area.
  private func judge(_ shape: MultiPolygon, _ outcomes: inout Outcomes, _ random: inout SplitMix64) throws {
    do {
      try expectArea(try Area(shape), &random)
      outcomes.valid += 1
      return
    } catch let error as AreaError {
      outcomes.refused += 1
      let isEmpty = shape.vertexCount == 0
      #expect(error.place != nil || isEmpty, "\(error) of \(shape)")
      #expect(!error.reason.isEmpty)
    }
    do {
      try expectArea(try Area(shape, repair: true), &random)
      outcomes.repaired += 1
    } catch let error as AreaError {
      #expect(!error.reason.isEmpty)
    }
  }

  private func expectArea(_ area: Area, _ random: inout SplitMix64) throws {
    #expect(area.shape.polygons.joined().allSatisfy { $0.isValid }, "\(area)")
    #expect(try Area(area.shape).shape.polygons.count == area.shape.polygons.count, "the normal form is one")
    let prepared = try GEOSAreaEngine().makeWorkspace().prepare(area.shape)
    for _ in 0..<3 {
      let place = Coordinate(
        latitude: 180 * RandomShapes.unit(&random) - 90, longitude: 360 * RandomShapes.unit(&random) - 180)
      if prepared.covers(place) { #expect(prepared.envelope.contains(place), "\(area), \(place)") }
    }
  }

  /// Whether a message names a byte offset, or a key and its index.
  private static func hasPlace(_ message: String) -> Bool {
    message.contains("byte") || ["coordinates", "type", "geometry", "features"].contains { message.contains($0) }
      || message.contains("GeoJSON")
  }

  private static let words = [
    "-", "e9", "1e999", "NaN", "null", "[", "]", "{", "}", "(", ")", ",", "\"", "\u{0}", "ü", "0.5",
  ]

  /// A text with up to four small changes.
  private static func mutated(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var text = text
    for _ in 0...SeededWorld.pick(4, &random) where !text.isEmpty {
      let place = SeededWorld.pick(text.count, &random)
      switch SeededWorld.pick(7, &random) {
      case 0: text.remove(at: place)
      case 1: text.insert(text[place], at: place)
      case 2: text.replaceSubrange(place..<place + 1, with: words[SeededWorld.pick(words.count, &random)].utf8)
      case 3 where SeededWorld.oneIn(4, &random): text.removeSubrange(place...)
      case 4:
        let end = min(text.count, place + 1 + SeededWorld.pick(30, &random))
        text.insert(contentsOf: text[place..<end], at: SeededWorld.pick(text.count, &random))
      default:
        // A different digit: rings that are open, cross each other, or leave the range of coordinates.
        guard let digit = text[place...].firstIndex(where: { (0x30...0x39).contains($0) }) else { continue }
        text[digit] = UInt8(0x30 + SeededWorld.pick(10, &random))
      }
    }
    return text
  }
}

extension [Polygon] {
  fileprivate func joined() -> [Coordinate] { flatMap { $0.rings.flatMap(\.self) } }
}
