import Foundation
import Geography

/// Where a member likes to be: the few places around which most of what the member likes lies.
///
/// Source: what lies near places visited is visited more, Ye et al. 2011, doi:10.1145/2009916.2009962.
struct HomeAreas: Sendable {
  private struct Haunt {
    let latitude: Double
    let longitude: Double
    let metersPerDegreeEast: Double
    let share: Double

    /// The fewest degrees of longitude between it and a box.
    @inline(__always)
    func degrees(to box: BoundingBox) -> Double {
      guard longitude < box.west || longitude > box.east else { return 0 }
      let (west, east) = (abs(box.west - longitude), abs(box.east - longitude))
      return min(west, east, 360 - max(west, east))
    }
  }

  /// Degrees of latitude and longitude that make one place.
  private static let cell = 0.01
  private static let most = 8
  /// On a sphere of the Earth's mean radius; far beyond a haunt's reach its curvature is of no matter.
  private static let metersPerDegree = 6_371_008.8 * Double.pi / 180

  private var haunts: [Haunt] = []

  /// The places with most of the weight; of equal ones the southernmost, then the westernmost.
  init(_ likings: [(coordinate: Coordinate, weight: Double)]) {
    struct Sum { var (weight, north, east) = (0.0, 0.0, 0.0) }
    var cells: [SIMD2<Int>: Sum] = [:]
    let total = likings.reduce(0) { $0 + $1.weight }
    for (coordinate, weight) in likings {
      let key = SIMD2(
        Int((coordinate.latitude / Self.cell).rounded(.down)), Int((coordinate.longitude / Self.cell).rounded(.down)))
      cells[key, default: Sum()].weight += weight
      cells[key]?.north += weight * coordinate.latitude
      cells[key]?.east += weight * coordinate.longitude
    }
    let best = cells.sorted { left, right in
      if left.value.weight != right.value.weight { return left.value.weight > right.value.weight }
      return (left.key.x, left.key.y) < (right.key.x, right.key.y)
    }.prefix(Self.most)
    haunts = best.map { _, sum in
      let latitude = sum.north / sum.weight
      return Haunt(
        latitude: latitude, longitude: sum.east / sum.weight,
        metersPerDegreeEast: Self.metersPerDegree * cos(latitude * .pi / 180), share: sum.weight / total)
    }
  }

  /// How much a coordinate is where the member likes to be, 0...1.
  @inline(__always)
  func worth(_ coordinate: Coordinate, reach: Double) -> Double {
    var sum = 0.0
    for haunt in haunts {
      let north = (coordinate.latitude - haunt.latitude) * Self.metersPerDegree
      let degrees = abs(coordinate.longitude - haunt.longitude)
      let east = min(degrees, 360 - degrees) * haunt.metersPerDegreeEast
      sum += haunt.share / (1 + (north * north + east * east) / (reach * reach))
    }
    return sum
  }

  /// A number that the worth of no coordinate in a box exceeds.
  ///
  /// - Parameter box: one that does not cross the antimeridian.
  @inline(__always)
  func mostWorth(in box: BoundingBox, reach: Double) -> Double {
    var sum = 0.0
    for haunt in haunts {
      let north = max(0, box.south - haunt.latitude, haunt.latitude - box.north) * Self.metersPerDegree
      let east = haunt.degrees(to: box) * haunt.metersPerDegreeEast
      sum += haunt.share / (1 + (north * north + east * east) / (reach * reach))
    }
    return sum
  }
}
