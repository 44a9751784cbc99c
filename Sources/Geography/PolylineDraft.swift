/// A line that grows vertex by vertex.
struct PolylineDraft {
  private let metric: Metric
  /// The longest allowed piece, in meters and in degrees of longitude.
  private let longest: (meters: Double, degrees: Double)
  private var last: Coordinate
  private var lastVector: SpaceVector
  private var position = 0.0
  private var pieces: [PolylinePiece] = []

  /// The approximate maximum number of pieces, in addition to one for each vertex.
  private static let mostPieces = 20_000.0

  init(from first: Coordinate, metric: Metric, _ vertices: [Coordinate]) {
    self.metric = metric
    last = first
    lastVector = SpaceVector(first, metric: metric)
    var (meters, degrees) = (0.0, 0.0)
    for (start, end) in zip(vertices, vertices.dropFirst()) {
      let length = Self.length(from: start, to: end)
      (meters, degrees) = (meters + length.meters, degrees + length.degrees)
    }
    longest = (max(1000, meters / Self.mostPieces), max(1, degrees / Self.mostPieces))
    pieces.reserveCapacity(vertices.count + Int(min(meters / longest.meters, Self.mostPieces)))
  }

  /// The pieces; a single one of length zero for a line without length.
  var finished: [PolylinePiece] {
    if !pieces.isEmpty { return pieces }
    return [PolylinePiece(from: last, to: last, position: 0, metric: metric, ends: (lastVector, lastVector))]
  }

  mutating func append(_ vertex: Coordinate) {
    guard vertex != last else { return }
    let length = Self.length(from: last, to: vertex)
    let count = Int(max(1, max(length.meters / longest.meters, length.degrees / longest.degrees).rounded(.up)))
    let (start, east) = (last, Trigonometry.longitudeDifference(from: last.longitude, to: vertex.longitude))
    for step in 1..<max(count, 1) {
      let fraction = Double(step) / Double(count)
      var longitude = start.longitude + fraction * east
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      let latitude = start.latitude + fraction * (vertex.latitude - start.latitude)
      extend(to: Coordinate(latitude: latitude, longitude: longitude))
    }
    extend(to: vertex)
  }

  private mutating func extend(to next: Coordinate) {
    let vector = SpaceVector(next, metric: metric)
    let piece = PolylinePiece(from: last, to: next, position: position, metric: metric, ends: (lastVector, vector))
    pieces.append(piece)
    (last, lastVector) = (next, vector)
    position += piece.meters
  }

  /// An upper bound of the length of the line between two vertices, up to half a percent, in meters; and its degrees of
  /// longitude.
  private static func length(from start: Coordinate, to end: Coordinate) -> (meters: Double, degrees: Double) {
    let east = abs(Trigonometry.longitudeDifference(from: start.longitude, to: end.longitude))
    let isAcrossEquator = start.latitude.sign != end.latitude.sign
    let lowest = isAcrossEquator ? 0 : min(abs(start.latitude), abs(end.latitude))
    let width = east * Trigonometry.cosine(degrees: lowest)
    let degrees = Trigonometry.hypotenuse(end.latitude - start.latitude, width)
    return (Ellipsoid.meanRadiusMeters * Trigonometry.radiansPerDegree * degrees, east)
  }
}
