import Geography
import TestSupport
import VicinityLab

@testable import VicinityFormats

/// Random contents of maps: listings of all kinds and states in a few heaps, some of them at one place.
enum MapWorld {
  static func contents(
    _ count: Int, isOrdered: Bool, areas: Int = 0, _ random: inout SplitMix64
  ) throws -> MapContents {
    let center = Coordinate(latitude: 60 * unit(&random) - 30, longitude: 360 * unit(&random) - 180)
    let heaps = (0..<3).map { _ in near(center, 0.05, &random) }
    var places: [Coordinate] = []
    var features: [String] = []
    for _ in 0..<areas {
      let shape = RandomShapes.shape(around: near(center, 0.05, &random), degrees: 0.03, &random)
      let rings = shape.polygons.map { polygon in
        polygon.rings.map { ring in ring.map { [wrapped($0.longitude), $0.latitude] } }
      }
      let properties = #"{"name":"\#(name(&random))"}"#
      features.append(
        #"{"type":"Feature","properties":\#(properties),"geometry":{"type":"MultiPolygon","coordinates":\#(rings)}}"#)
    }
    features.append(MapDrawingTests.point(center.longitude, center.latitude, #"{"role":"origin","radius":4000}"#))
    for number in 0..<count {
      let heap = heaps[SeededWorld.pick(heaps.count, &random)]
      var place = near(heap, SeededWorld.oneIn(2, &random) ? 0.002 : 0.05, &random)
      if SeededWorld.oneIn(6, &random), !places.isEmpty { place = places[SeededWorld.pick(places.count, &random)] }
      places.append(place)
      let kind = ["bar", "event", "couch"][SeededWorld.pick(3, &random)]
      let state = ["open", "closed", "unknown"][SeededWorld.pick(3, &random)]
      let distance = isOrdered ? #","distance":\#(number)"# : ""
      let properties = #"{"kind":"\#(kind)","open":"\#(state)","rating":4.5,"name":"\#(name(&random))"\#(distance)}"#
      features.append(MapDrawingTests.point(place.longitude, place.latitude, properties))
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    return try MapContents(parsing: text.utf8)
  }

  private static func near(_ place: Coordinate, _ degrees: Double, _ random: inout SplitMix64) -> Coordinate {
    let (north, east) = (2 * unit(&random) - 1, 2 * unit(&random) - 1)
    return Coordinate(
      latitude: place.latitude + degrees * north, longitude: wrapped(place.longitude + degrees * east))
  }

  private static func name(_ random: inout SplitMix64) -> String {
    let words = ["Öl", "Zum Hirschen", "W", "Kneipe am Markt-Platz", "居酒屋", "Illi", "MMWM"]
    let count = 1 + SeededWorld.pick(2, &random)
    return (0..<count).map { _ in words[SeededWorld.pick(words.count, &random)] }.joined(separator: " ")
  }

  static func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  static func unit(_ random: inout SplitMix64) -> Double {
    Double(SeededWorld.pick(1 << 20, &random)) / Double(1 << 20)
  }
}
