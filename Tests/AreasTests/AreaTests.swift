import Geography
import TestSupport
import Testing

@testable import Areas

/// Rings as pairs of longitude and latitude.
private func shape(_ rings: [(Double, Double)]...) -> MultiPolygon {
  MultiPolygon([
    Polygon(rings: rings.map { $0.map { Coordinate(latitude: $0.1, longitude: $0.0) } })
  ])
}

private func square(_ west: Double, _ south: Double, _ side: Double) -> [(Double, Double)] {
  [(west, south), (west + side, south), (west + side, south + side), (west, south + side), (west, south)]
}

private func at(_ longitude: Double, _ latitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)
}

@Suite("Areas")
struct AreaTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let shape: MultiPolygon
    let inside: [Coordinate]
    let outside: [Coordinate]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a square with a hole, both boundaries included", shape: shape(square(0, 0, 10), square(4, 4, 2)),
      inside: [at(1, 1), at(0, 0), at(10, 5), at(4, 5), at(6, 6)], outside: [at(5, 5), at(10.0000001, 5), at(-1, 5)]),
    Case(
      name: "across the antimeridian, written beyond 180", shape: shape(square(175, -20, 10)),
      inside: [at(178, -15), at(-178, -15), at(180, -15), at(-180, -15), at(-175, -15)],
      outside: [at(-174.9, -15), at(174.9, -15), at(0, -15)]),
    Case(
      name: "across the antimeridian, cut there",
      shape: MultiPolygon(shape(square(175, -20, 5)).polygons + shape(square(-180, -20, 5)).polygons),
      inside: [at(178, -18), at(-178, -18), at(180, -18), at(-180, -18)], outside: [at(0, -18), at(-174, -18)]),
    Case(
      name: "one side only, ending at the antimeridian", shape: shape(square(170, 0, 10)),
      inside: [at(180, 5), at(-180, 5), at(175, 5)], outside: [at(-179.9, 5), at(169, 5)]),
    Case(
      name: "around the north pole", shape: shape([(0, 60), (120, 60), (240, 60), (360, 60)]),
      inside: [at(7, 90), at(-123, 90), at(10, 61), at(180, 75), at(-90, 60)], outside: [at(0, 59), at(0, -90)]),
    Case(
      name: "around the south pole, written westward", shape: shape([(90, -70), (-30, -70), (-150, -70), (-270, -70)]),
      inside: [at(7, -90), at(0, -71), at(180, -80)], outside: [at(0, -69), at(0, 90)]),
    Case(
      name: "reaching a pole", shape: shape(square(0, 80, 10)), inside: [at(5, 85), at(-120, 90)],
      outside: [at(-120, 89.9), at(5, 79)]),
    Case(
      name: "the whole world", shape: shape([(-180, -90), (180, -90), (180, 90), (-180, 90), (-180, -90)]),
      inside: [at(0, 0), at(180, 0), at(-180, 90), at(33, -90)], outside: []),
    Case(
      name: "a hole across the antimeridian", shape: shape(square(170, 0, 20), square(178, 5, 4)),
      inside: [at(171, 1), at(-171, 1), at(177, 6)], outside: [at(179, 7), at(-179, 7), at(180, 7)]),
    Case(
      name: "an edge straight in degrees, not a great circle",
      shape: shape([(0, 50), (60, 50), (60, 60), (0, 60), (0, 50)]),
      inside: [at(30, 50)], outside: [at(30, 49.99), at(30, 60.01)]),
  ]

  @Test("hold what they should", arguments: cases)
  func covers(_ one: Case) throws {
    let prepared = try GEOSAreaEngine().makeWorkspace().prepare(one.shape)
    for coordinate in one.inside { #expect(prepared.covers(coordinate), "\(coordinate)") }
    for coordinate in one.outside { #expect(!prepared.covers(coordinate), "\(coordinate)") }
    // Normalizing twice gives the same area.
    let again = try GEOSAreaEngine().makeWorkspace().prepare(try Area(one.shape).shape)
    for coordinate in one.inside { #expect(again.covers(coordinate), "\(coordinate)") }
    for coordinate in one.outside { #expect(!again.covers(coordinate), "\(coordinate)") }
  }

  static let faults: [(MultiPolygon, String)] = [
    (
      shape([(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)]), "Self-intersection, at longitude 1.0, latitude 1.0"
    ),
    (
      shape([(0, 0), (1, 0), (1, 1)]),
      "a ring is not closed: its last coordinate is not its first, at longitude 1.0, latitude 1.0"
    ),
    (
      shape([(0, 0), (1, 0), (0, 0)]),
      "a ring needs four coordinates, the last like the first; this has 3, at longitude 0.0, latitude 0.0"
    ),
    (
      shape(square(0, 0, 1), square(5, 5, 1)), "Hole lies outside shell, at longitude 5.0, latitude 5.0"
    ),
    (
      shape([(675_559, 5_330_935), (675_560, 5_330_935), (675_560, 5_330_936), (675_559, 5_330_935)]),
      "a coordinate is not on the Earth; are these meters of a projection? Areas are written in degrees of WGS 84 (EPSG:4326), "
        + "at longitude 675559.0, latitude 5330935.0"
    ),
    (
      shape([(48, 100), (49, 100), (49, 101), (48, 100)]),
      "a coordinate is not on the Earth; are latitude and longitude swapped? GeoJSON and WKT write longitude first, "
        + "at longitude 48.0, latitude 100.0"
    ),
    (
      shape([(179, 0), (-179, 0), (-179, 1), (179, 1), (179, 0)]),
      "an edge from longitude 179.0 to -179.0 spans more than half of the Earth; to cross the 180th meridian write longitudes "
        + "beyond 180 or cut the area there, to go the long way add a vertex between, at longitude 179.0, latitude 0.0"
    ),
    (MultiPolygon([]), "an area needs at least one polygon"),
  ]

  @Test("are refused with the place of the fault", arguments: faults)
  func refused(_ shape: MultiPolygon, message: String) {
    do {
      _ = try Area(shape)
      Issue.record("taken for an area")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("are repaired on request")
  func repaired() throws {
    let tie = try Area(shape([(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)]), repair: true)
    #expect(tie.shape.polygons.count == 2)
    let open = try Area(shape([(0, 0), (1, 0), (1, 1)]), repair: true)
    #expect(open.shape.vertexCount == 3)
    let across = try Area(shape([(179, 0), (-179, 0), (-179, 1), (179, 1), (179, 0)]), repair: true)
    #expect(across.envelope == BoundingBox(south: 0, west: 179, north: 1, east: -179))
    #expect(across.envelopes.count == 2)
  }

  @Test("come back from well-known text")
  func text() throws {
    let area = try Area(parsing: "POLYGON ((170 0, 190 0.1, 190 10, 170 10, 170 0), (172 2, 173 2, 173 3, 172 2))")
    #expect(try Area(parsing: area.wkt) == area)
    #expect(area.shape.polygons.count == 2)
    #expect(area.shape.holeCount == 1)
    #expect(throws: AreaError("expected \")\" at character 19")) { try Area(parsing: "POLYGON ((0 0, 1 1") }
    #expect(throws: AreaError("expected a number at character 20")) { try Area(parsing: "polygon ((0 0, 1 1,)") }
    #expect(throws: AreaError("expected the end of the text at character 15")) { try Area(parsing: "POLYGON EMPTY ()") }
    #expect(throws: AreaError("the text has no polygon")) { try Area(parsing: "MULTIPOLYGON EMPTY") }
    #expect(throws: AreaError("expected POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION at character 1")) {
      try Area(parsing: "POINT (1 2)")
    }
    let collection = "GEOMETRYCOLLECTION (POLYGON Z ((0 0 7, 1 0 7, 1 1 7, 0 0 7)), POLYGON EMPTY)"
    #expect(try Area(parsing: collection).shape == Area(parsing: "POLYGONM((0 0 1,1 0 1,1 1 1,0 0 1))").shape)
  }

  @Test("with several parts contain what any part contains, also where parts touch or overlap")
  func parts() throws {
    for (other, west) in [(square(1, 0, 1), 0.5), (square(0.5, 0, 1), 0.7)] {
      let area = try Area(MultiPolygon(shape(square(0, 0, 1)).polygons + shape(other).polygons))
      #expect(area.shape.polygons.count == 1)
      let prepared = try GEOSAreaEngine().makeWorkspace().prepare(area.shape)
      #expect(prepared.covers(at(west, 0.5)) && prepared.covers(at(1, 0.5)) && prepared.covers(at(1.2, 0.5)))
    }
    // A part that is invalid on its own is an error in a multipolygon too.
    let tie = shape([(10, 10), (12, 12), (12, 10), (10, 12), (10, 10)])
    #expect(throws: AreaError("Self-intersection", at: at(11, 11))) {
      try Area(MultiPolygon(tie.polygons + shape(square(0, 0, 1)).polygons))
    }
  }

  @Test("are joined and cut")
  func operations() throws {
    let (left, right) = (try Area(shape(square(0, 0, 2))), try Area(shape(square(1, 0, 2))))
    #expect(try left.union(right).envelope == BoundingBox(south: 0, west: 0, north: 2, east: 3))
    #expect(try left.subtracting(right).envelope == BoundingBox(south: 0, west: 0, north: 2, east: 1))
    #expect(try left.intersection(right).envelope == BoundingBox(south: 0, west: 1, north: 2, east: 2))
    #expect(throws: AreaError("nothing is left of the area")) { try left.subtracting(left) }
  }

  /// The vertices of the buffer against the true distance to the area, which is that to one of its corners or sides.
  @Test(
    "have buffers of the requested width",
    arguments: [at(9.18, 48.77), at(180, -17), at(0, 0), at(100, 80), at(-70, -55)], [100, 5000, 100_000] as [Double])
  func buffer(center: Coordinate, meters: Double) throws {
    let point = try Area(shape(square(center.longitude - 1e-7, center.latitude - 1e-7, 2e-7)))
    let buffer = try point.buffered(meters: meters)
    let origin = DistanceOrigin(center, metric: .wgs84)
    for vertex in buffer.shape.polygons.flatMap(\.rings).joined() where abs(vertex.longitude) < 180 {
      let distance = origin.meters(to: vertex)
      #expect(abs(distance - meters) < 0.0005 * meters + 0.05, "\(vertex)")
    }
    #expect(buffer.envelope.contains(center))
  }

  @Test("around a pole have buffers around the pole")
  func polarBuffer() throws {
    let cap = try Area(shape([(0, 80), (120, 80), (240, 80), (360, 80)]))
    let buffer = try cap.buffered(meters: 111_000)
    let prepared = try GEOSAreaEngine().makeWorkspace().prepare(buffer.shape)
    #expect(prepared.covers(at(50, 90)))
    #expect(prepared.covers(at(77, 79.1)))
    #expect(prepared.covers(at(180, 79.1)))
    #expect(!prepared.covers(at(77, 78.9)))
    let inner = try cap.buffered(meters: -111_000)
    #expect(!(try GEOSAreaEngine().makeWorkspace().prepare(inner.shape)).covers(at(77, 80.5)))
  }

  @Test("too large for a map have no buffer")
  func tooLarge() {
    #expect(throws: AreaError.self) { try Area(shape(square(0, 0, 40))).buffered(meters: 1000) }
  }
}
