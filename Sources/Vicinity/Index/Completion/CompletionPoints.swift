import Geography

/// The positions of the subjects of completions: points in the order of a Hilbert curve, and the points of each
/// subject.
struct CompletionPoints: Sendable {
  /// A listing with a name, or a place.
  struct Point: Sendable {
    let coordinate: Coordinate
    let subject: UInt32
    /// The row of the listing; 0 for a place.
    let row: UInt32
    let vector: SIMD3<Float>

    init(_ coordinate: Coordinate, subject: Int, row: Int = 0) {
      (self.coordinate, self.subject) = (coordinate, UInt32(truncatingIfNeeded: subject))
      self.row = UInt32(truncatingIfNeeded: row)
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

/// Points of many subjects in blocks of neighbors, so that those that cannot be among the best are skipped together.
struct CompletionBlocks: Sendable {
  struct Block: Sendable {
    var center: SIMD3<Float>
    /// The longest straight line from the center to a point, on the unit sphere.
    var radius: Float
    /// The greatest strength of a subject.
    var strength: Double
  }

  /// The data needed of a subject whose text begins with the input.
  struct Match {
    /// How well known it is, by how much the text counts.
    var strength: Double
    var weight: Double
    /// Its place in the order of kinds and texts.
    var place: UInt32
  }

  static let size = 64

  let indices: [UInt32]
  let blocks: [Block]
  /// The strongest subjects, in order: all that matters without a position.
  let best: [UInt32]
  /// The weight of the matching text, by subject; 1 for subjects that are not listed.
  private let weights: [UInt32: Double]

  /// The number of strongest subjects that are retained.
  static let bestCount = 100

  /// The size in bytes.
  var byteCount: Int {
    4 * (indices.count + best.count) + MemoryLayout<Block>.stride * blocks.count + 24 * weights.count
  }

  /// - Parameters:
  ///   - indices: of points, ascending.
  ///   - matches: the subjects of the points.
  init(_ indices: [UInt32], of points: [CompletionPoints.Point], matches: [UInt32: Match]) {
    self.indices = indices
    best = matches.sorted { one, other in
      let (a, b) = (one.value, other.value)
      return a.strength != b.strength ? a.strength > b.strength : a.place < b.place
    }.prefix(Self.bestCount).map(\.key)
    weights = matches.compactMapValues { $0.weight == 1 ? nil : $0.weight }
    blocks = stride(from: 0, to: indices.count, by: Self.size).map { start in
      let members = indices[start..<min(start + Self.size, indices.count)].map { points[Int($0)] }
      let center = members.reduce(SIMD3<Float>()) { $0 + $1.vector } / Float(members.count)
      return Block(
        center: center, radius: members.map { ($0.vector - center).length }.max() ?? 0,
        strength: members.map { matches[$0.subject]?.strength ?? 0 }.max() ?? 0)
    }
  }

  /// How much the text of a subject counts that begins so.
  func weight(of subject: UInt32) -> Double { weights.isEmpty ? 1 : weights[subject] ?? 1 }
}

extension SIMD3<Float> {
  /// The Euclidean length.
  var length: Float { (self * self).sum().squareRoot() }
}
