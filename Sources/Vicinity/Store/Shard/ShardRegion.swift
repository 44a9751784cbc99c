import Geography
import Streams

/// The part of the Earth whose listings a shard has: its own tiles, and everything within a halo of them.
///
/// A shard is one of several files that share the listings of a catalog. File i owns the tiles from the number
/// `starts[i]` to the one before `starts[i + 1]`.
struct ShardRegion: Sendable {
  /// Which of the files it is, from 0.
  let number: Int
  let tiles: MapTiles
  /// The first tile of each file, ascending; the first one is 0.
  let starts: [Int64]
  /// Meters around the own tiles within which the file has all listings.
  let haloMeters: Double
  /// The own tiles.
  let own: [BoundingBox]
  private let others: [BoundingBox]
  private let numbers: Range<Int64>

  init(number: Int, tiles: MapTiles, starts: [Int64], haloMeters: Double) {
    (self.number, self.tiles, self.starts, self.haloMeters) = (number, tiles, starts, haloMeters)
    numbers = starts[number]..<(number + 1 < starts.count ? starts[number + 1] : tiles.count)
    own = tiles.boxes(of: numbers)
    others = tiles.boxes(of: 0..<numbers.lowerBound) + tiles.boxes(of: numbers.upperBound..<tiles.count)
  }

  /// The number of the file that owns the tile of a coordinate.
  func owner(of coordinate: Coordinate) -> Int {
    let tile = tiles.number(of: coordinate)
    return starts.partitioningIndex { $0 > tile } - 1
  }

  /// Whether a tile is one of the file's own.
  func owns(tile: Int64) -> Bool { numbers.contains(tile) }

  /// Whether a listing belongs in the file.
  func holds(_ coordinate: Coordinate) -> Bool { isWithinHalo(of: own, coordinate) }

  /// The own tiles whose halo may hold something within `meters` of an origin.
  func boxes(near origin: DistanceOrigin, meters: Double) -> [BoundingBox] {
    own.filter { origin.lowerBoundMeters(to: $0) <= haloMeters + Self.margin + meters }
  }

  /// Whether a coordinate is within the halo of some boxes.
  func isWithinHalo(of boxes: [BoundingBox], _ coordinate: Coordinate) -> Bool {
    let origin = DistanceOrigin(coordinate, metric: .wgs84)
    return boxes.contains { origin.lowerBoundMeters(to: $0) <= haloMeters + Self.margin }
  }

  /// Whether the file has every listing within a radius, inclusive.
  ///
  /// The way from a center within the own tiles to a listing leaves them at least as far from the center as the
  /// nearest tile of another file is; from there it is at most the rest of the radius to the listing.
  /// - Parameters:
  ///   - center: a valid coordinate.
  ///   - radius: meters.
  /// - Complexity: O(1) within the halo of an own tile, else O(zoom).
  func covers(_ center: Coordinate, radius: Double) -> Bool {
    guard radius < Self.largestRadius else { return false }
    let radius = radius + Self.slack
    let origin = DistanceOrigin(center, metric: .wgs84)
    guard owns(tile: tiles.number(of: center)) else {
      return own.contains { origin.meters(to: $0.nearest(to: center)) + radius <= haloMeters }
    }
    return radius <= haloMeters
      || others.allSatisfy { radius <= haloMeters + origin.lowerBoundMeters(to: $0) }
  }

  /// Whether the file has every listing in a box, which is cut into parts whose circles are covered.
  ///
  /// - Parameter isEmpty: whether nothing in a part of the box matters.
  func covers(_ box: BoundingBox, except isEmpty: (BoundingBox) -> Bool = { _ in false }) -> Bool {
    covers(box, depth: 0, isEmpty)
  }

  private func covers(_ box: BoundingBox, depth: Int, _ isEmpty: (BoundingBox) -> Bool) -> Bool {
    let center = box.center
    if covers(center, radius: DistanceOrigin(center, metric: .wgs84).upperBoundMeters(to: box)) { return true }
    if !box.crossesAntimeridian, isEmpty(box) { return true }
    guard depth < Self.deepest else { return false }
    return [(box.south, center.latitude), (center.latitude, box.north)].allSatisfy { south, north in
      [(box.west, center.longitude), (center.longitude, box.east)].allSatisfy { west, east in
        covers(BoundingBox(south: south, west: west, north: north, east: east), depth: depth + 1, isEmpty)
      }
    }
  }

  /// Whether the file has every listing within the width of a line.
  func covers(_ corridor: Corridor) -> Bool {
    corridor.line.pieces.allSatisfy { covers($0.start, radius: $0.meters + corridor.widthMeters) }
  }

  /// A box is cut into at most 4^4 parts.
  private static let deepest = 4
  /// Meters by which a file has more than its halo, which outweighs all rounding.
  private static let margin = 10.0
  /// Meters that a radius is taken to be longer.
  private static let slack = 1.0
  /// More than half of the way around the Earth in meters.
  private static let largestRadius = 2.1e7
}
