import Foundation
import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Areas

@Suite("Edges that cross")
struct CrossingsTests {
  private static func scribble(_ count: Int, _ random: inout SplitMix64) -> MultiPolygon {
    var ring = (0..<count).map { _ in
      Coordinate(
        latitude: 48 + Double.random(in: 0..<1, using: &random) / 10,
        longitude: 9 + Double.random(in: 0..<1, using: &random) / 10)
    }
    ring.append(ring[0])
    return MultiPolygon([Polygon(rings: [ring])])
  }

  private static func strip(_ box: BoundingBox) -> Polygon {
    let corners = [(box.south, box.west), (box.south, box.east), (box.north, box.east), (box.north, box.west)]
    return Polygon(rings: [(corners + [corners[0]]).map { Coordinate(latitude: $0.0, longitude: $0.1) }])
  }

  /// `count` strips from west to east and as many from south to north.
  private static func lattice(_ count: Int) -> MultiPolygon {
    let strips = (0..<count).flatMap { number in
      let start = Double(number) / Double(count)
      let end = start + 0.3 / Double(count)
      return [
        strip(BoundingBox(south: start, west: -0.1, north: end, east: 1.1)),
        strip(BoundingBox(south: -0.1, west: start, north: 1.1, east: end)),
      ]
    }
    return MultiPolygon(strips)
  }

  @Test("too often are refused with a place, not repaired for minutes")
  func scribbles() throws {
    var random = SplitMix64(seed: 3)
    let error = #expect(throws: AreaError.self) { try Area(Self.scribble(3000, &random), repair: true) }
    #expect(error?.description.contains("cross one another more than 10000 times") == true)
    #expect(error?.description.contains("simplify") == true)
  }

  @Test("a few thousand times are put in order")
  func few() throws {
    var random = SplitMix64(seed: 4)
    #expect(throws: Never.self) { try Area(Self.scribble(60, &random), repair: true) }
    #expect(throws: Never.self) { try Area(Self.lattice(20)) }
  }

  @Test("in the polygons of a query, where nothing is repaired, are refused too")
  func lattices() {
    #expect(throws: AreaError.self) { try Area(Self.lattice(120)) }
    #expect(throws: AreaError.self) { try GEOSAreaEngine().union([Self.lattice(120)]) }
  }

  @Test("do not, along a coast with one error")
  func coast() throws {
    var random = SplitMix64(seed: 6)
    var ring = (0..<20_000).map { number in
      let (angle, radius) = (Double(number) / 20_000 * 2 * .pi, 1 + Double.random(in: 0..<1, using: &random) / 1000)
      return Coordinate(latitude: 48 + radius * sin(angle), longitude: 9 + radius * cos(angle))
    }
    ring.swapAt(100, 104)
    ring.append(ring[0])
    let shape = MultiPolygon([Polygon(rings: [ring])])
    #expect(throws: AreaError.self) { try Area(shape) }
    #expect(throws: Never.self) { try Area(shape, repair: true) }
  }

}
