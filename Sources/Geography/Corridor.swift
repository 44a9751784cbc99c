/// Everything within a width of a line, with a small tree of boxes that finds the parts of the line near a coordinate
/// or a box.
///
/// The tree's leaves are runs of consecutive pieces, each with a box that contains everything within the width of them.
public struct Corridor: Sendable {
  /// The line in the middle.
  public let line: Polyline
  /// The greatest distance from the line in meters, to either side, included.
  public let widthMeters: Double

  /// The first piece of each run, then the end of the last run.
  private let runs: [Int]
  /// The boxes of the runs, then of eight of these each, and so on up to a single one.
  private let levels: [[BoundingBox]]

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
      zip(runs, runs.dropFirst()).map { first, end in
        Self.box(of: line.pieces[first..<end]).expanded(byMeters: width, metric: line.metric)
      }
    ]
    while let boxes = levels.last, boxes.count > 1 {
      levels.append(
        stride(from: 0, to: boxes.count, by: Self.fanOut).map { first in
          boxes[(first + 1)..<min(first + Self.fanOut, boxes.count)].reduce(boxes[first]) { $0.union($1) }
        })
    }
    self.levels = levels
  }

  /// Bounds the corridor.
  public var box: BoundingBox { levels[levels.count - 1][0] }

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

  private static func box(of pieces: ArraySlice<PolylinePiece>) -> BoundingBox {
    pieces.reduce(BoundingBox(pieces[pieces.startIndex].start)) { box, piece in box.union(piece.end) }
  }
}

// MARK: Looking

extension Corridor {
  /// A lower bound of the position, in meters, of any place on the line within the width of a coordinate in the box;
  /// nil when nothing in the box is within the width.
  ///
  /// The boxes of the tree may be too large but never too small.
  /// - Complexity: O(log n) for n pieces, for most boxes.
  public func firstPosition(near box: BoundingBox) -> Double? {
    firstRun(levels.count - 1, 0) { $0.intersects(box) }.map { line.pieces[runs[$0]].positionMeters }
  }

  private func firstRun(_ level: Int, _ index: Int, _ isNear: (BoundingBox) -> Bool) -> Int? {
    guard isNear(levels[level][index]) else { return nil }
    if level == 0 { return index }
    let first = index * Self.fanOut
    for child in first..<min(first + Self.fanOut, levels[level - 1].count) {
      if let run = firstRun(level - 1, child, isNear) { return run }
    }
    return nil
  }

  /// The place on the line nearest to a coordinate, the first of those equally near; nil beyond the width.
  public func place(of target: Coordinate) -> PolylinePlace? {
    guard levels[levels.count - 1][0].contains(target) else { return nil }
    let vector = SpaceVector(target, metric: line.metric)
    // The piece with the smallest bound is measured first, which rules out most of the others.
    var (nearest, least) = (-1, widthMeters)
    forEachPiece(near: target) { index, piece in
      let bound = piece.lowerBoundMeters(to: vector)
      if bound < least || (nearest < 0 && bound <= least) { (nearest, least) = (index, bound) }
    }
    guard nearest >= 0 else { return nil }
    var best = line.pieces[nearest].place(of: target, vector)
    forEachPiece(near: target) { index, piece in
      guard index != nearest, piece.lowerBoundMeters(to: vector) <= best.offsetMeters else { return }
      let place = piece.place(of: target, vector)
      if place.precedes(best) { best = place }
    }
    return best.offsetMeters <= widthMeters ? best : nil
  }

  @inline(__always)
  private func forEachPiece(near target: Coordinate, _ body: (Int, PolylinePiece) -> Void) {
    forEachRun(levels.count - 1, 0, near: target) { run in
      for index in runs[run]..<runs[run + 1] { body(index, line.pieces[index]) }
    }
  }

  private func forEachRun(_ level: Int, _ index: Int, near target: Coordinate, _ body: (Int) -> Void) {
    guard levels[level][index].contains(target) else { return }
    if level == 0 { return body(index) }
    let first = index * Self.fanOut
    for child in first..<min(first + Self.fanOut, levels[level - 1].count) {
      forEachRun(level - 1, child, near: target, body)
    }
  }
}
