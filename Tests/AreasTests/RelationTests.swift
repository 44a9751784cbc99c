import Geography
import TestSupport
import Testing
import VicinityLab

@testable import Areas

@Suite("How boxes lie to areas")
struct RelationTests {
  static let centers = [
    Coordinate(latitude: 48, longitude: 16), Coordinate(latitude: -17, longitude: 180),
    Coordinate(latitude: 89, longitude: 0), Coordinate(latitude: -89, longitude: 0),
  ]

  @Test("is never wrong, and mostly certain", arguments: centers)
  func relations(center: Coordinate) throws {
    var random = SplitMix64(seed: 3)
    var counts: [AreaRelation: Int] = [:]
    for _ in 0..<40 {
      let shape = RandomShapes.shape(around: center, degrees: 5, &random)
      let prepared = try GEOSAreaEngine().makeWorkspace().prepare(shape)
      for _ in 0..<60 {
        let box = Self.box(near: center, &random)
        let relation = prepared.relation(to: box)
        counts[relation, default: 0] += 1
        for _ in 0..<20 where relation != .crossing {
          let coordinate = Coordinate(
            latitude: box.south + (box.north - box.south) * RandomShapes.unit(&random),
            longitude: box.west + (box.east - box.west) * RandomShapes.unit(&random))
          #expect(prepared.covers(coordinate) == (relation == .inside), "\(box) \(coordinate)")
        }
      }
    }
    #expect(counts[.inside, default: 0] > 100)
    #expect(counts[.outside, default: 0] > 100)
  }

  private static func box(near center: Coordinate, _ random: inout SplitMix64) -> BoundingBox {
    let isPolar = abs(center.latitude) > 80
    let south =
      isPolar
      ? (center.latitude > 0 ? 1.0 : -1) * (75 + 30 * (RandomShapes.unit(&random) - 0.5))
      : center.latitude + 16 * (RandomShapes.unit(&random) - 0.5)
    var west = center.longitude + (isPolar ? 360 : 16) * (RandomShapes.unit(&random) - 0.5)
    if west > 180 { west -= 360 }
    let (north, east) = (min(90, south + RandomShapes.unit(&random)), min(180, west + RandomShapes.unit(&random)))
    return BoundingBox(south: max(-90, south), west: west, north: north, east: east)
  }
}
