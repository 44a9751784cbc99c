/// A line on the Earth through given vertices, cut into short pieces.
///
/// Between two vertices it is straight on the map of longitudes and latitudes, the shorter way round, as in GeoJSON
/// (RFC 7946, section 3.1.1). This is not the geodesic: between vertices s meters apart at latitude p the two are at
/// most s² tan p / (8 × 6 371 km) apart, 2 cm for 1 km and 2 m for 10 km at 45 degrees. Where that matters, add
/// vertices.
///
/// A piece is at most 1 km and 1 degree of longitude long; on lines of more than 20 000 km, a twenty-thousandth of the
/// total. Positions are sums of the pieces' lengths: the length of the line itself, with a relative error of 3e-9 at 60
/// degrees.
public struct Polyline: Sendable {
  /// The figure of the Earth.
  public let metric: Metric
  /// The pieces in order; at least one.
  public let pieces: [PolylinePiece]

  /// Meters from the beginning of the whole line to the start of this one, which is 0 unless it was `clipped`.
  public var startMeters: Double { pieces[0].positionMeters }
  /// Meters from the beginning of the whole line to the end.
  public var endMeters: Double { pieces[pieces.count - 1].positionMeters + pieces[pieces.count - 1].meters }

  /// Makes the line through vertices.
  ///
  /// - Parameters:
  ///   - vertices: valid coordinates; nil for an empty array. A single coordinate makes a line of length zero.
  ///   - metric: how the lengths of its pieces are measured.
  /// - Complexity: O(n) for n vertices and pieces.
  public init?(_ vertices: [Coordinate], metric: Metric = .wgs84) {
    guard let first = vertices.first else { return nil }
    var draft = PolylineDraft(from: first, metric: metric, vertices)
    for vertex in vertices.dropFirst() { draft.append(vertex) }
    self.metric = metric
    pieces = draft.finished
  }

  private init(metric: Metric, pieces: [PolylinePiece]) {
    self.metric = metric
    self.pieces = pieces
  }

  /// The part of the line behind a position in meters; positions are still counted from the beginning of the whole
  /// line.
  public func clipped(from position: Double) -> Polyline {
    guard position > startMeters else { return self }
    guard let index = pieces.firstIndex(where: { position < $0.positionMeters + $0.meters }) else {
      return Polyline(metric: metric, pieces: [point(at: pieces[pieces.count - 1].end, endMeters)])
    }
    let piece = pieces[index]
    let cut = piece.coordinate(at: (position - piece.positionMeters) / piece.meters)
    let ends = (SpaceVector(cut, metric: metric), SpaceVector(piece.end, metric: metric))
    let rest = PolylinePiece(from: cut, to: piece.end, position: position, metric: metric, ends: ends)
    return Polyline(metric: metric, pieces: [rest] + pieces[(index + 1)...])
  }

  private func point(at coordinate: Coordinate, _ position: Double) -> PolylinePiece {
    let vector = SpaceVector(coordinate, metric: metric)
    return PolylinePiece(from: coordinate, to: coordinate, position: position, metric: metric, ends: (vector, vector))
  }

  /// The place on the line nearest to a coordinate, the first of those equally near.
  ///
  /// - Complexity: O(n) for n pieces; a `Corridor` finds places within a width faster.
  public func place(of target: Coordinate) -> PolylinePlace {
    let vector = SpaceVector(target, metric: metric)
    var best = pieces[0].place(of: target, vector)
    for piece in pieces.dropFirst() where piece.lowerBoundMeters(to: vector) <= best.offsetMeters {
      let place = piece.place(of: target, vector)
      if place.precedes(best) { best = place }
    }
    return best
  }
}
