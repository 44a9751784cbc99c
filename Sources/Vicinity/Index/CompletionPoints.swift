import Geography

/// Where the subjects of completions are: points in the order of a Hilbert curve, and those of each subject.
struct CompletionPoints: Sendable {
  /// A listing with a name, or a place.
  struct Point: Sendable {
    let coordinate: Coordinate
    let subject: UInt32
    let vector: SIMD3<Float>

    init(_ coordinate: Coordinate, subject: Int) {
      (self.coordinate, self.subject) = (coordinate, UInt32(truncatingIfNeeded: subject))
      vector = Self.vector(of: coordinate)
    }

    static func vector(of coordinate: Coordinate) -> SIMD3<Float> {
      let unit = UnitVector(coordinate)
      return SIMD3(Float(unit.x), Float(unit.y), Float(unit.z))
    }
  }

  let points: [Point]
  /// By subject, the index of its first one in `ordered`; then the end.
  private let starts: [UInt32]
  private let ordered: [UInt32]

  /// The size in bytes.
  var byteCount: Int { points.count * MemoryLayout<Point>.stride + 4 * (starts.count + ordered.count) }

  /// - Parameter subjects: the number of subjects.
  init(_ unordered: [Point], subjects: Int) {
    let curve = unordered.enumerated().map { (place: HilbertCurve.position(of: $1.coordinate), index: $0) }.sorted {
      $0 < $1
    }
    let points = curve.map { unordered[$0.index] }
    var starts = [UInt32](repeating: 0, count: subjects + 1)
    for point in points { starts[Int(point.subject) + 1] += 1 }
    for subject in 0..<subjects { starts[subject + 1] += starts[subject] }
    var (next, ordered) = (starts, [UInt32](repeating: 0, count: points.count))
    for (index, point) in points.enumerated() {
      ordered[Int(next[Int(point.subject)])] = UInt32(index)
      next[Int(point.subject)] += 1
    }
    (self.points, self.starts, self.ordered) = (points, starts, ordered)
  }

  /// The points of a subject, by index.
  func indices(of subject: Int) -> ArraySlice<UInt32> { ordered[Int(starts[subject])..<Int(starts[subject + 1])] }
}

/// Points of many subjects in blocks of neighbours, so that those that cannot be among the best are skipped together.
struct CompletionBlocks: Sendable {
  struct Block: Sendable {
    var center: SIMD3<Float>
    /// The longest straight line from the center to a point, on the unit sphere.
    var radius: Float
    /// How well known the best known subject is.
    var known: Double
  }

  static let size = 64

  let indices: [UInt32]
  let blocks: [Block]
  /// The best known subjects, in order: all that matters without a position.
  let best: [UInt32]

  /// The number of best known subjects that are kept.
  static let bestCount = 100

  /// The size in bytes.
  var byteCount: Int { 4 * (indices.count + best.count) + MemoryLayout<Block>.stride * blocks.count }

  /// - Parameters:
  ///   - indices: of points, ascending.
  ///   - subjects: those of the points.
  ///   - known: how well known a subject is, and its place in the order of all.
  init(
    _ indices: [UInt32], of points: [CompletionPoints.Point], subjects: Set<UInt32>,
    known: (Int) -> (value: Double, rank: UInt32)
  ) {
    self.indices = indices
    best = subjects.map { (rank: known(Int($0)).rank, subject: $0) }.sorted { $0.rank < $1.rank }
      .prefix(Self.bestCount).map(\.subject)
    blocks = stride(from: 0, to: indices.count, by: Self.size).map { start in
      let members = indices[start..<min(start + Self.size, indices.count)].map { points[Int($0)] }
      let center = members.reduce(SIMD3<Float>()) { $0 + $1.vector } / Float(members.count)
      return Block(
        center: center, radius: members.map { ($0.vector - center).length }.max() ?? 0,
        known: members.map { known(Int($0.subject)).value }.max() ?? 0)
    }
  }
}

extension SIMD3<Float> {
  /// The Euclidean length.
  var length: Float { (self * self).sum().squareRoot() }
}
