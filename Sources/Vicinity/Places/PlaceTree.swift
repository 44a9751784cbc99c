import Foundation
import Geography

/// Finds the nearest of many places: a k-d tree of their unit vectors.
///
/// Positions are unit vectors at the geodetic latitude, so that poles and the antimeridian need no special case. A path
/// on the ellipsoid is at least the smallest radius of curvature times the angle between the vectors (for the proof see
/// `DistanceOrigin.lowerBoundMeters(to:)`), the angle at least the chord, and the chord at least its component along
/// one axis: a half of the tree is skipped when that component alone is too long. Distances themselves are exact.
///
/// A weight divides the distance of a place. A half of the tree is then bounded by its greatest weight.
struct PlaceTree: Sendable {
  /// A place in the tree.
  struct Entry: Hashable, Sendable {
    var id: Int
    var coordinate: Coordinate
    /// The divisor of its distance, at least 1.
    var weight: Double
  }

  /// The nearest place by weighted distance.
  struct Found: Hashable, Sendable {
    var id: Int
    /// The unweighted distance.
    var meters: Double
  }

  private let entries: [Entry]
  private let points: [SIMD3<Double>]
  /// The greatest weight of an entry's subtree.
  private let greatest: [Double]

  /// - Complexity: O(n log n).
  init(_ places: [Entry]) {
    var order = places.indices.map { (index: $0, point: Self.vector(of: places[$0].coordinate)) }
    order.withUnsafeMutableBufferPointer { Self.arrange(&$0, 0, places.count, axis: 0) }
    entries = order.map { places[$0.index] }
    points = order.map(\.point)
    var greatest = entries.map(\.weight)
    _ = Self.raise(&greatest, 0, entries.count)
    self.greatest = greatest
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The size in bytes.
  var byteCount: Int {
    entries.count
      * (MemoryLayout<Entry>.stride + MemoryLayout<SIMD3<Double>>.stride + MemoryLayout<Double>.stride)
  }

  /// The nearest place by weighted distance; among equals, the one with the lowest id.
  ///
  /// - Parameter meters: the maximum unweighted distance, inclusive.
  /// - Complexity: O(log n) for typical distributions of places.
  func nearest(to coordinate: Coordinate, within meters: Double = .infinity) -> Found? {
    var search = Search(origin: DistanceOrigin(coordinate, metric: .wgs84), limit: meters)
    visit(0, entries.count, axis: 0, Self.vector(of: coordinate), &search)
    return search.best
  }

  private struct Search {
    let origin: DistanceOrigin
    /// The maximum unweighted distance.
    let limit: Double
    var best: Found?
    /// The weighted distance of the best.
    var seeming = Double.infinity

    mutating func offer(_ entry: Entry) {
      let meters = origin.meters(to: entry.coordinate)
      guard meters <= limit else { return }
      let seems = meters / entry.weight
      let isTie = seems == seeming && entry.id < best?.id ?? .max
      guard seems < seeming || isTie else { return }
      (best, seeming) = (Found(id: entry.id, meters: meters), seems)
    }

    /// Whether something at least this far away may still be nearer than the best.
    func mayHold(atLeast meters: Double, weight: Double) -> Bool { meters <= limit && meters / weight <= seeming }
  }

  /// The root of a subtree is its middle entry.
  private func visit(_ from: Int, _ to: Int, axis: Int, _ point: SIMD3<Double>, _ search: inout Search) {
    guard from < to else { return }
    let middle = (from + to) / 2
    search.offer(entries[middle])
    let offset = point[axis] - points[middle][axis]
    let halves = offset < 0 ? [(from, middle), (middle + 1, to)] : [(middle + 1, to), (from, middle)]
    let next = (axis + 1) % 3
    for (index, half) in halves.enumerated() where half.0 < half.1 {
      let away = index == 0 ? 0 : max(0, abs(offset) * Self.metersPerChord - Self.roundingMeters)
      guard search.mayHold(atLeast: away, weight: greatest[(half.0 + half.1) / 2]) else { continue }
      visit(half.0, half.1, axis: next, point, &search)
    }
  }

  /// Exceeds the rounding of unit vectors: all longitudes of a pole are one position, but their vectors differ
  /// slightly.
  private static let roundingMeters = 1e-6

  /// A lower bound of the meters on the ellipsoid per unit of chord; the guard outweighs rounding.
  private static let metersPerChord =
    Ellipsoid.semiMinorAxisMeters * (Ellipsoid.semiMinorAxisMeters / Ellipsoid.semiMajorAxisMeters) * (1 - 1e-9)

  private static func vector(of coordinate: Coordinate) -> SIMD3<Double> {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
}

// MARK: - Building

extension PlaceTree {
  private typealias Element = (index: Int, point: SIMD3<Double>)

  /// Moves the median along the axis to the middle, and recurses into both halves along the next axis.
  private static func arrange(
    _ elements: inout UnsafeMutableBufferPointer<Element>, _ from: Int, _ to: Int, axis: Int
  ) {
    guard to - from > 1 else { return }
    let middle = (from + to) / 2
    select(middle, &elements, from, to, axis)
    arrange(&elements, from, middle, axis: (axis + 1) % 3)
    arrange(&elements, middle + 1, to, axis: (axis + 1) % 3)
  }

  /// Hoare's selection: afterwards nothing before `rank` is above it, and nothing behind it below.
  private static func select(
    _ rank: Int, _ elements: inout UnsafeMutableBufferPointer<Element>, _ from: Int, _ to: Int, _ axis: Int
  ) {
    var (low, high) = (from, to - 1)
    while low < high {
      let pivot = elements[(low + high) / 2].point[axis]
      var (left, right) = (low, high)
      while left <= right {
        while elements[left].point[axis] < pivot { left += 1 }
        while elements[right].point[axis] > pivot { right -= 1 }
        guard left <= right else { break }
        elements.swapAt(left, right)
        (left, right) = (left + 1, right - 1)
      }
      if rank <= right { high = right } else if rank >= left { low = left } else { return }
    }
  }

  /// Sets every entry's weight to the greatest of its subtree, and returns that of the whole.
  private static func raise(_ weights: inout [Double], _ from: Int, _ to: Int) -> Double {
    guard from < to else { return 0 }
    let middle = (from + to) / 2
    let below = max(raise(&weights, from, middle), raise(&weights, middle + 1, to))
    weights[middle] = max(weights[middle], below)
    return weights[middle]
  }
}
