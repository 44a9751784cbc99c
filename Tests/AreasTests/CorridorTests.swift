import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Areas

@Suite("Outlines of corridors")
struct CorridorTests {
  static let starts = [
    Coordinate(latitude: 48, longitude: 9), Coordinate(latitude: -17, longitude: 179.9),
    Coordinate(latitude: 88.5, longitude: 40), Coordinate(latitude: 0, longitude: 0),
  ]

  @Test("contain everything within the width, and nothing else except the corners of their arcs", arguments: starts)
  func agree(start: Coordinate) throws {
    var random = SplitMix64(seed: 71)
    for width in [80.0, 700, 5000] {
      var way = [start]
      for _ in 0..<12 {
        let azimuth = 60 + 80 * RandomShapes.unit(&random)
        way.append(way[way.count - 1].destination(azimuth: azimuth, meters: 900))
      }
      let outline = try GEOSAreaEngine().makeWorkspace().prepare(
        try GEOSAreaEngine().corridor(along: way, meters: width))
      let line = try #require(Polyline(way))
      var inside = 0
      for _ in 0..<400 {
        let from = way[SeededWorld.pick(way.count, &random)]
        let place = from.destination(
          azimuth: 360 * RandomShapes.unit(&random), meters: 2 * width * RandomShapes.unit(&random))
        let offset = line.place(of: place).offsetMeters
        // The line is straight in degrees, the outline on its map projection; arcs are 64-gons.
        guard abs(offset - width) > 0.003 * width + 1 else { continue }
        #expect(outline.covers(place) == (offset < width), "\(place), \(offset) m off, width \(width)")
        inside += offset < width ? 1 : 0
      }
      #expect(inside > 100)
    }
  }

  @Test("around a single coordinate are circles; a line too long for a map has none")
  func limits() throws {
    let circle = try GEOSAreaEngine().corridor(along: [Self.starts[0]], meters: 1000)
    #expect(circle.polygons.count == 1 && circle.vertexCount == 64)
    let around = (0..<36).map { Coordinate(latitude: 0, longitude: Double($0) * 10 - 180) }
    #expect(throws: AreaError.self) { try GEOSAreaEngine().corridor(along: around, meters: 1000) }
    #expect(throws: AreaError.self) { try GEOSAreaEngine().corridor(along: [], meters: 1000) }
  }
}
