import Areas
import ArgumentParser
import CivilTime
import Foundation
import Geography
import Vicinity
import VicinityLab

/// Times area queries, each against the naive method: everything in the bounding box, then a test against every edge.
///
/// The answers of both must be equal. Polygons are seeded stars around listings of the catalog.
@main
struct AreasBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "areas-benchmark")

  @Option(help: "The catalog to ask.") var catalog: String
  @Option(help: "Vertices of each polygon.") var vertices = 1000
  @Option(help: "About how far a polygon reaches from its middle, in degrees.") var degrees = 0.05
  @Option(help: "How many polygons.") var count = 200
  @Option(help: "How many of them are also asked the naive way.") var naive = 20

  func run() throws {
    let catalog = try Catalog(path: catalog, areas: GEOSAreaEngine())
    let shapes = try Stars(vertices: vertices, degrees: degrees).around(try middles(catalog))
    var (first, again, total) = ([UInt64](), [UInt64](), [UInt64]())
    var (box, slow, rays) = ([UInt64](), [UInt64](), [UInt64]())
    var matches = 0
    // Nodes are decoded on first access, which is not measured.
    for shape in shapes { _ = try ask(catalog, shape, total: true) }
    for (index, shape) in shapes.enumerated() {
      first.append(try time { _ = try ask(catalog, shape, total: false) })
      again.append(try time { _ = try ask(catalog, shape, total: false) })
      var found = 0
      total.append(try time { found = try ask(catalog, shape, total: true).total ?? -1 })
      matches += found
      guard index < naive else { continue }
      var expected = 0
      box.append(try time { _ = try inBox(catalog, shape) })
      slow.append(try time { expected = try naively(catalog, shape) })
      guard expected == found else { throw Mismatch(found: found, expected: expected) }
      rays.append(try time { expected = try castingRays(catalog, shape) })
      guard expected == found else { throw Mismatch(found: found, expected: expected) }
    }
    print(
      "\(shapes.count) polygons of \(vertices) vertices, \(matches / max(1, shapes.count)) listings in each on average")
    for (name, times) in [
      ("nearest 20, polygon new", first), ("nearest 20, asked again", again), ("count of all, asked again", total),
      ("naive: the box alone", box), ("naive: box, then every edge by GEOS", slow),
      ("naive: box, then a ray against every edge", rays),
    ] {
      let summary = LatencySummary(times)
      print("\(name): p50 \(Self.text(summary.p50)), p95 \(Self.text(summary.p95))")
    }
  }

  private struct Mismatch: Error {
    var found, expected: Int
  }

  private static func text(_ nanoseconds: UInt64) -> String { String(format: "%.1f µs", Double(nanoseconds) / 1000) }

  private func time(_ body: () throws -> Void) rethrows -> UInt64 {
    let clock = ContinuousClock.now
    try body()
    return UInt64((ContinuousClock.now - clock) / .nanoseconds(1))
  }

  private static let now = Instant(secondsSince1970: 1_795_809_600)

  /// Listings spread over the catalog.
  private func middles(_ catalog: Catalog) throws -> [Coordinate] {
    var query = Query()
    (query.limit, query.fields) = (20_000, [.id, .lat, .lon])
    let all = try catalog.answer(query, at: Self.now).matches
    let step = max(1, all.count / max(1, count))
    return stride(from: 0, to: all.count, by: step).prefix(count).map { all[$0].coordinate }
  }

  private func ask(_ catalog: Catalog, _ shape: MultiPolygon, total: Bool) throws -> Answer {
    var query = Query()
    query.area = .shape(shape)
    (query.total, query.limit) = (total, total ? 0 : 20)
    if !total { query.near = shape.envelope?.center }
    query.fields = [.id, .distance]
    return try catalog.answer(query, at: Self.now)
  }

  private func inBox(_ catalog: Catalog, _ shape: MultiPolygon) throws -> [Match] {
    var query = Query()
    (query.within, query.limit, query.fields) = (shape.envelope, .max, [.id, .lat, .lon])
    return try catalog.answer(query, at: Self.now).matches
  }

  private func naively(_ catalog: Catalog, _ shape: MultiPolygon) throws -> Int {
    let area = try UnpreparedArea(shape)
    return try inBox(catalog, shape).count { area.covers($0.coordinate) }
  }

  private func castingRays(_ catalog: Catalog, _ shape: MultiPolygon) throws -> Int {
    guard let ring = shape.polygons.first?.rings.first else { return 0 }
    return try inBox(catalog, shape).count { ring.isAround($0.coordinate) }
  }
}

/// Seeded stars: vertices around a center at varying distances.
private struct Stars {
  let vertices: Int
  let degrees: Double

  func around(_ middles: [Coordinate]) throws -> [MultiPolygon] {
    var random = SplitMix64(seed: 12)
    return middles.map { middle in
      var ring = (0..<vertices).map { step in
        let angle = 2 * Double.pi * Double(step) / Double(vertices)
        let radius = degrees * (0.6 + 0.3 * sin(7 * angle) + 0.1 * Double(random.next() >> 11) * 0x1p-53)
        return Coordinate(
          latitude: middle.latitude + radius * sin(angle), longitude: middle.longitude + radius * cos(angle))
      }
      ring.append(ring[0])
      return MultiPolygon([Polygon(rings: [ring])])
    }
  }
}

extension [Coordinate] {
  /// Whether a ray to the north crosses an odd number of edges: the textbook loop.
  fileprivate func isAround(_ coordinate: Coordinate) -> Bool {
    var isInside = false
    for (a, b) in zip(self, dropFirst())
    where (a.longitude <= coordinate.longitude) != (b.longitude <= coordinate.longitude) {
      let slope = (b.latitude - a.latitude) / (b.longitude - a.longitude)
      if a.latitude + slope * (coordinate.longitude - a.longitude) > coordinate.latitude { isInside.toggle() }
    }
    return isInside
  }
}
