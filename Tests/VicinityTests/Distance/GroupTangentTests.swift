import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// Lower bounds of sums and spreads of distances against the distances themselves.
@Suite("The tangent of a sum of distances")
struct GroupTangentTests {
  @Test("is nowhere above the sum, nor its bound of the spread above the spread", arguments: [Metric.wgs84, .sphere])
  func bounds(metric: Metric) throws {
    var random = SplitMix64(seed: 41)
    func number(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * Double.random(in: 0...1, using: &random)
    }
    var (tight, flat, total) = (0, 0, 0)
    for _ in 0..<3000 {
      let south = number(-88, 87)
      let west = number(-179, 176)
      let size = [0, 1e-6, 0.01, 0.2, 2][SeededWorld.pick(5, &random)]
      let box = BoundingBox(south: south, west: west, north: south + number(0, size), east: west + number(0, size))
      let reach = [0.01, 0.5, 5, 40][SeededWorld.pick(4, &random)]
      let origins = (0...SeededWorld.pick(6, &random)).map { _ in
        Coordinate(
          latitude: min(90, max(-90, south + number(-reach, reach))),
          longitude: min(180, max(-180, west + number(-reach, reach))))
      }
      guard let tangent = GroupTangent(in: box, origins, metric: metric) else { continue }
      for _ in 0..<8 {
        let target = Coordinate(latitude: number(box.south, box.north), longitude: number(box.west, box.east))
        let distances = origins.map { metric.meters(from: $0, to: target) }
        let sum = distances.reduce(0, +)
        let spread = (distances.max() ?? 0) - (distances.min() ?? 0)
        #expect(tangent.leastSum <= sum, "\(box) \(origins) \(target)")
        #expect(tangent.leastSpread <= spread, "\(box) \(origins) \(target)")
        total += 1
        if tangent.leastSum > 0.99 * sum { tight += 1 }
        guard tangent.isFlat else { continue }
        #expect(tangent.leastSum(at: target) <= sum, "\(box) \(origins) \(target)")
        if tangent.leastSum(at: target) > 0.999 * sum { flat += 1 }
      }
    }
    #expect(total > 10_000 && tight > total / 3 && flat > total / 3)
  }
}
