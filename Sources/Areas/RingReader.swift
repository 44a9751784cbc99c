import Geography

/// Reads a ring as written: rejects what no ring can have, follows it across the antimeridian, and closes it over a
/// pole.
///
/// An edge is the straight line between its ends, so one from 179° to -179° goes the long way round, through
/// Greenwich. In most files that is a mistake for the short way, so such an edge is rejected, or taken the short way
/// when the ring is to be repaired. Edges of exactly 360°, as in the rectangle of the whole world, and edges along a
/// pole are taken as they are.
struct RingReader {
  let repair: Bool

  /// The ring in one frame, where longitudes may lie beyond 180 degrees.
  func read(_ ring: [Coordinate]) throws(AreaError) -> [Coordinate] {
    for coordinate in ring { try check(coordinate) }
    var followed = try follow(ring)
    guard let first = followed.first, let last = followed.last else { throw AreaError("a ring has no coordinates") }
    // Longitudes that were summed up step by step carry a rounding error after a full turn.
    if first.latitude == last.latitude, abs(abs(last.longitude - first.longitude) - 360) < 1e-9 {
      let isEastward = last.longitude > first.longitude
      followed[followed.count - 1].longitude = first.longitude + (isEastward ? 360 : -360)
      closeOverPole(&followed)
    } else if first != last {
      try close(&followed)
    }
    guard followed.count >= 4 else {
      throw AreaError("a ring needs four coordinates, the last like the first; this has \(followed.count)", at: first)
    }
    return followed
  }

  private func check(_ coordinate: Coordinate) throws(AreaError) {
    guard abs(coordinate.latitude) <= 90, abs(coordinate.longitude) <= Self.farthest else {
      let advice =
        abs(coordinate.latitude) <= 180 && abs(coordinate.longitude) <= 90
        ? "are latitude and longitude swapped? GeoJSON and WKT write longitude first"
        : "are these meters of a projection? Areas are written in degrees of WGS 84 (EPSG:4326)"
      throw AreaError("a coordinate is not on the Earth; \(advice)", at: coordinate)
    }
  }

  /// The farthest longitude: its own range plus one turn of the Earth, 180 + 360.
  static let farthest = 540.0

  /// Shifts every coordinate by full turns so that each edge has its intended length.
  private func follow(_ ring: [Coordinate]) throws(AreaError) -> [Coordinate] {
    var followed: [Coordinate] = []
    followed.reserveCapacity(ring.count + 3)
    var turns = 0.0
    for (position, coordinate) in ring.enumerated() {
      if position > 0 { turns += try turn(from: ring[position - 1], to: coordinate) }
      // Full turns are added to the written longitude, so that a closed ring stays closed.
      followed.append(
        Coordinate(latitude: coordinate.latitude, longitude: coordinate.longitude + 360 * turns))
    }
    return followed
  }

  /// The number of turns by which the end of an edge must be shifted relative to its start.
  private func turn(from start: Coordinate, to end: Coordinate) throws(AreaError) -> Double {
    let east = end.longitude - start.longitude
    guard abs(east) > 180, !isMeant(start, end) else { return 0 }
    if repair { return -(east / 360).rounded() }
    throw AreaError(
      "an edge from longitude \(start.longitude) to \(end.longitude) spans more than half of the Earth; to cross the "
        + "180th meridian write longitudes beyond 180 or cut the area there, to go the long way add a vertex between",
      at: start)
  }

  private func isMeant(_ a: Coordinate, _ b: Coordinate) -> Bool {
    abs(a.longitude - b.longitude) == 360 || (abs(a.latitude) == 90 && a.latitude == b.latitude)
  }

  private func close(_ ring: inout [Coordinate]) throws(AreaError) {
    guard repair, let first = ring.first else {
      throw AreaError("a ring is not closed: its last coordinate is not its first", at: ring.last)
    }
    ring.append(first)
  }

  /// A ring that ends a full turn from its start goes round a pole: that of its own hemisphere.
  private func closeOverPole(_ ring: inout [Coordinate]) {
    let pole = ring.reduce(0) { $0 + $1.latitude } < 0 ? -90.0 : 90.0
    let (first, last) = (ring[0], ring[ring.count - 1])
    ring.append(Coordinate(latitude: pole, longitude: last.longitude))
    ring.append(Coordinate(latitude: pole, longitude: first.longitude))
    ring.append(first)
  }
}
