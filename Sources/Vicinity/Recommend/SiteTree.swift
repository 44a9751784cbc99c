import Foundation
import Geography

/// Coordinates in a balanced tree for nearest-neighbor queries.
///
/// A k-d tree (Bentley 1975, doi:10.1145/361002.361007) over points on a sphere with the Earth's mean radius: chords
/// have the order of distances, and the poles and the antimeridian need no special case.
package struct SiteTree: Sendable {
  /// A point in kilometers from the center of the Earth.
  typealias Point = SIMD3<Double>

  private let points: [Point]
  private var order: [Int32]

  /// Kilometers (GRS 80, Moritz 2000).
  private static let earthRadius = 6371.0088

  /// - Complexity: O(n log² n).
  package init(_ coordinates: [Coordinate]) {
    points = coordinates.map { coordinate in
      let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
      return Self.earthRadius * Point(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }
    order = points.indices.map { Int32($0) }
    arrange(0..<order.count, axis: 0)
  }

  /// The chord between two of them in kilometers: at 100 km some meter less than the arc.
  func kilometers(_ first: Int, _ second: Int) -> Double {
    let difference = points[first] - points[second]
    return (difference * difference).sum().squareRoot()
  }

  /// The `limit` coordinates nearest to one of them, excluding itself, nearest first, equally near ones by number.
  /// - Complexity: O(limit + log n) on average.
  package func nearest(to site: Int, limit: Int) -> [Int32] {
    guard limit > 0 else { return [] }
    var found = Found(limit: limit, except: Int32(site))
    search(0..<order.count, axis: 0, around: points[site], &found)
    return found.sites.map(\.number)
  }

  private mutating func arrange(_ range: Range<Int>, axis: Int) {
    guard range.count > 1 else { return }
    let points = points
    order[range].sort { (points[Int($0)][axis], $0) < (points[Int($1)][axis], $1) }
    let middle = range.lowerBound + range.count / 2
    arrange(range.lowerBound..<middle, axis: (axis + 1) % 3)
    arrange(middle + 1..<range.upperBound, axis: (axis + 1) % 3)
  }

  private func search(_ range: Range<Int>, axis: Int, around center: Point, _ found: inout Found) {
    guard !range.isEmpty else { return }
    let middle = range.lowerBound + range.count / 2
    let number = order[middle]
    let difference = points[Int(number)] - center
    found.offer(number, (difference * difference).sum())
    let below = range.lowerBound..<middle
    let above = middle + 1..<range.upperBound
    let isBelow = difference[axis] > 0
    search(isBelow ? below : above, axis: (axis + 1) % 3, around: center, &found)
    // An equal distance still matters: of equally near ones the lower number counts.
    guard difference[axis] * difference[axis] <= found.worst else { return }
    search(isBelow ? above : below, axis: (axis + 1) % 3, around: center, &found)
  }

  /// The nearest so far, in order.
  private struct Found {
    let limit: Int
    let except: Int32
    var sites: [(square: Double, number: Int32)] = []

    init(limit: Int, except: Int32) {
      (self.limit, self.except) = (limit, except)
      sites.reserveCapacity(limit + 1)
    }

    var worst: Double { sites.count < limit ? .infinity : sites[limit - 1].square }

    mutating func offer(_ number: Int32, _ square: Double) {
      guard number != except, square <= worst else { return }
      var place = sites.count
      while place > 0, (square, number) < (sites[place - 1].square, sites[place - 1].number) { place -= 1 }
      guard place < limit else { return }
      sites.insert((square, number), at: place)
      if sites.count > limit { sites.removeLast() }
    }
  }
}
