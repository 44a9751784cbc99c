import Foundation
import Geography

/// The home areas of a member: the few places around which most of the liked listings lie.
///
/// Source: places near visited ones are visited more often, Ye et al. 2011, doi:10.1145/2009916.2009962.
struct HomeAreas: Sendable {
  private struct HomeArea {
    let latitude: Double
    let longitude: Double
    let metersPerDegreeEast: Double
    let share: Double

    /// The minimum difference in longitude between it and a box, degrees.
    @inline(__always)
    func degrees(to box: BoundingBox) -> Double {
      guard longitude < box.west || longitude > box.east else { return 0 }
      let (west, east) = (abs(box.west - longitude), abs(box.east - longitude))
      return min(west, east, 360 - max(west, east))
    }
  }

  /// The size of one place in degrees of latitude and longitude.
  private static let cell = 0.01
  private static let most = 8
  /// On a sphere with the Earth's mean radius; errors far beyond the reach of a home area do not matter.
  private static let metersPerDegree = Ellipsoid.meanRadiusMeters * Double.pi / 180

  private var areas: [HomeArea] = []

  /// The places with the most weight; among equals the southernmost, then the westernmost.
  init(_ interactions: [(coordinate: Coordinate, weight: Double)]) {
    struct Sum { var (weight, north, east) = (0.0, 0.0, 0.0) }
    var cells: [SIMD2<Int>: Sum] = [:]
    let total = interactions.reduce(0) { $0 + $1.weight }
    for (coordinate, weight) in interactions {
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
    areas = best.map { _, sum in
      let latitude = sum.north / sum.weight
      return HomeArea(
        latitude: latitude, longitude: sum.east / sum.weight,
        metersPerDegreeEast: Self.metersPerDegree * cos(latitude * .pi / 180), share: sum.weight / total)
    }
  }

  /// The proximity of a coordinate to the home areas, 0...1.
  @inline(__always)
  func worth(_ coordinate: Coordinate, reach: Double) -> Double {
    var sum = 0.0
    for area in areas {
      let north = (coordinate.latitude - area.latitude) * Self.metersPerDegree
      let degrees = abs(coordinate.longitude - area.longitude)
      let east = min(degrees, 360 - degrees) * area.metersPerDegreeEast
      sum += area.share / (1 + (north * north + east * east) / (reach * reach))
    }
    return sum
  }

  /// A number that the worth of no coordinate exceeds.
  var mostWorth: Double { areas.reduce(0) { $0 + $1.share } }

  /// An upper bound of the proximity of all coordinates in a box.
  ///
  /// - Parameter box: one that does not cross the antimeridian.
  @inline(__always)
  func mostWorth(in box: BoundingBox, reach: Double) -> Double {
    var sum = 0.0
    for area in areas {
      let north = max(0, box.south - area.latitude, area.latitude - box.north) * Self.metersPerDegree
      let east = area.degrees(to: box) * area.metersPerDegreeEast
      sum += area.share / (1 + (north * north + east * east) / (reach * reach))
    }
    return sum
  }
}
