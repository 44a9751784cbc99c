/// Everything within a width of a line, with a small tree of boxes and balls that finds the parts of the line near a
/// coordinate or a box.
///
/// The tree's leaves are runs of consecutive pieces, each with a box that contains everything within the width of them,
/// and a ball that contains the pieces themselves.
public struct Corridor: Sendable {
  /// The line in the middle.
  public let line: Polyline
  /// The greatest distance from the line in meters, to either side, included.
  public let widthMeters: Double

  /// The first piece of each run, then the end of the last run.
  private let runs: [Int]
  /// The runs, then eight of these each, and so on up to a single node.
  private let levels: [[Node]]

  private static let fanOut = 8

  /// Prepares a corridor.
  ///
  /// - Parameters:
  ///   - line: the line in the middle.
  ///   - width: meters to either side, 0 or more.
  /// - Complexity: O(n) for n pieces.
  public init(_ line: Polyline, widthMeters width: Double) {
    self.line = line
    widthMeters = width
    let runs = Self.runs(of: line.pieces, longest: 2 * width)
    self.runs = runs
    var levels = [
      zip(runs, runs.dropFirst()).map { Node(line.pieces[$0..<$1], widthMeters: width, metric: line.metric) }
    ]
    while let nodes = levels.last, nodes.count > 1 {
      levels.append(
        stride(from: 0, to: nodes.count, by: Self.fanOut).map { first in
          Node(nodes[first..<min(first + Self.fanOut, nodes.count)])
        })
    }
    self.levels = levels
  }

  /// Bounds the corridor.
  public var box: BoundingBox { root.box }

  private var root: Node { levels[levels.count - 1][0] }

  /// Runs are short so that their boxes are hardly larger than the corridor itself.
  private static func runs(of pieces: [PolylinePiece], longest: Double) -> [Int] {
    var runs = [0]
    var (first, meters) = (0, 0.0)
    for (index, piece) in pieces.enumerated() {
      if index > first, index - first == fanOut || meters + piece.meters > longest {
        runs.append(index)
        (first, meters) = (index, 0)
      }
      meters += piece.meters
    }
    return runs + [pieces.count]
  }

  /// Consecutive pieces.
  private struct Node {
    /// Contains everything within the width of the pieces.
    let box: BoundingBox
    /// A ball that contains the pieces.
    private let center: SpaceVector
    private let radius: Double

    init(_ pieces: ArraySlice<PolylinePiece>, widthMeters width: Double, metric: Metric) {
      box = pieces.reduce(BoundingBox(pieces[pieces.startIndex].start)) { box, piece in box.union(piece.end) }
        .expanded(byMeters: width, metric: metric)
      let center = SpaceVector(meanOf: pieces.map(\.origin))
      self.center = center
      radius = pieces.reduce(0) { max($0, $1.radius(around: center)) }
    }

    init(_ nodes: ArraySlice<Node>) {
      box = nodes.dropFirst().reduce(nodes[nodes.startIndex].box) { $0.union($1.box) }
      let center = SpaceVector(meanOf: nodes.map(\.center))
      self.center = center
      radius = nodes.reduce(0) { max($0, ($1.center - center).square.squareRoot() + $1.radius) }
    }

    /// At most the lower bound of each piece.
    @inline(__always)
    func lowerBoundMeters(to vector: SpaceVector) -> Double {
      (vector - center).square.squareRoot() * (1 - 1e-9) - radius - 2e-6
    }
  }
}

// MARK: Looking

extension Corridor {
  /// A lower bound of the position, in meters, of the place on the line nearest to a coordinate in the box; nil when
  /// nothing in the box is within the width.
  ///
  /// With c the center of the box, r the largest distance to anything in it and d the offset of c, the place nearest to
  /// anything in the box is at most d + 2 r from c, and at most r more than the width.
  /// - Complexity: O(log n) for n pieces, for most boxes.
  public func firstPosition(near box: BoundingBox) -> Double? {
    guard root.box.intersects(box) else { return nil }
    let origin = DistanceOrigin(box.center, metric: line.metric)
    let radius = origin.upperBoundMeters(to: box)
    let vector = SpaceVector(origin.coordinate, metric: line.metric)
    guard root.lowerBoundMeters(to: vector) <= widthMeters + radius else { return nil }
    let nearest = line.pieces[leastBound(to: vector)]
    let offset = nearest.place(of: origin.coordinate, vector).offsetMeters
    var reach = widthMeters + radius
    // Farther away, the nearest place through the Earth may be another one than on its surface.
    if offset < 5_000_000 { reach = min(reach, offset + 2 * radius + 1 + 4 * nearest.bulge + 1e-3 * offset) }
    return firstPiece(levels.count - 1, 0, near: box, vector, reach: reach).map { line.pieces[$0].positionMeters }
  }

  private func firstPiece(
    _ level: Int, _ index: Int, near box: BoundingBox, _ vector: SpaceVector, reach: Double
  ) -> Int? {
    let node = levels[level][index]
    guard node.lowerBoundMeters(to: vector) <= reach, node.box.intersects(box) else { return nil }
    let children = children(level, index)
    guard level > 0 else { return children.first { line.pieces[$0].lowerBoundMeters(to: vector) <= reach } }
    for child in children {
      if let piece = firstPiece(level - 1, child, near: box, vector, reach: reach) { return piece }
    }
    return nil
  }

  /// The place on the line nearest to a coordinate, the first of those equally near; nil beyond the width.
  ///
  /// - Complexity: O(log n) for n pieces, for most lines.
  public func place(of target: Coordinate) -> PolylinePlace? {
    guard root.box.contains(target) else { return nil }
    let vector = SpaceVector(target, metric: line.metric)
    // The piece with the smallest bound is measured first, which rules out most of the others.
    let nearest = leastBound(to: vector)
    guard line.pieces[nearest].lowerBoundMeters(to: vector) <= widthMeters else { return nil }
    var best = line.pieces[nearest].place(of: target, vector)
    improve(&best, levels.count - 1, 0, besides: nearest, target, vector)
    return best.offsetMeters <= widthMeters ? best : nil
  }

  /// The nodes below a node; the pieces of a run.
  @inline(__always)
  private func children(_ level: Int, _ index: Int) -> Range<Int> {
    guard level > 0 else { return runs[index]..<runs[index + 1] }
    return index * Self.fanOut..<min((index + 1) * Self.fanOut, levels[level - 1].count)
  }

  /// The piece with the least lower bound of the offset.
  private func leastBound(to vector: SpaceVector) -> Int {
    var least = (piece: 0, bound: Double.infinity)
    descend(levels.count - 1, 0, to: vector, &least)
    return least.piece
  }

  private func descend(_ level: Int, _ index: Int, to vector: SpaceVector, _ least: inout (piece: Int, bound: Double)) {
    let children = children(level, index)
    guard level > 0 else {
      for piece in children {
        let bound = line.pieces[piece].lowerBoundMeters(to: vector)
        if bound < least.bound { least = (piece, bound) }
      }
      return
    }
    var nearest = (child: children.lowerBound, bound: Double.infinity)
    for child in children {
      let bound = levels[level - 1][child].lowerBoundMeters(to: vector)
      if bound < nearest.bound { nearest = (child, bound) }
    }
    guard nearest.bound < least.bound else { return }
    descend(level - 1, nearest.child, to: vector, &least)
    for child in children where child != nearest.child {
      guard levels[level - 1][child].lowerBoundMeters(to: vector) < least.bound else { continue }
      descend(level - 1, child, to: vector, &least)
    }
  }

  /// Measures the pieces that may be nearer than a place.
  private func improve(
    _ best: inout PolylinePlace, _ level: Int, _ index: Int, besides measured: Int, _ target: Coordinate,
    _ vector: SpaceVector
  ) {
    guard levels[level][index].lowerBoundMeters(to: vector) <= best.offsetMeters else { return }
    for child in children(level, index) {
      guard level == 0 else {
        improve(&best, level - 1, child, besides: measured, target, vector)
        continue
      }
      guard child != measured, line.pieces[child].lowerBoundMeters(to: vector) <= best.offsetMeters else { continue }
      let place = line.pieces[child].place(of: target, vector)
      if place.precedes(best) { best = place }
    }
  }
}
