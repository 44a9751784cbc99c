import Foundation
import Testing

@testable import Geography

/// One line of reference values.
struct ReferenceGeodesic: Sendable, CustomStringConvertible {
  var start: Coordinate
  var end: Coordinate
  var meters: Double
  var azimuth: Double
  var description: String { "\(start) to \(end)" }
}

@Suite struct GeodesicReferenceTests {
  static let inverse = "geodesy/wgs84_inverse.csv.gz"
  static let test100 = "geodesy/GeodTest-100.dat"
  static let classes = [
    "random", "short<50km", "near-antipodal", "pole", "pole-both", "antimeridian", "equatorial", "meridional",
    "coincident", "edge",
  ]

  static func isAbsent(_ path: String) -> Comment { "no reference data at \(SharedData.file(path).path)" }

  @Test(.enabled(if: SharedData.exists(inverse), isAbsent(inverse)), arguments: classes)
  func everyClassOfReferenceGeodesicsIsMetToAMicrometer(name: String) throws {
    let cases = try SharedData.lines(Self.inverse).filter { $0.hasPrefix(name + ",") }.compactMap(Self.csvCase)
    try #require(!cases.isEmpty)
    let errors = cases.map { abs(Metric.wgs84.meters(from: $0.start, to: $0.end) - $0.meters) }
    let mean = errors.reduce(0, +) / Double(errors.count)
    // The reference is rounded to a micrometer: half of that is its own error.
    #expect(errors.allSatisfy { $0 < 0.9e-6 }, "largest \(errors.max() ?? 0) m")
    #expect(mean < 0.3e-6)
  }

  @Test(.enabled(if: SharedData.exists(inverse), isAbsent(inverse)))
  func azimuthsOfReferenceGeodesicsMoveTheFarEndByLessThanAMicrometer() throws {
    for item in try SharedData.lines(Self.inverse).compactMap(Self.csvCase) where item.meters > 0 {
      let azimuth = Metric.wgs84.azimuth(from: item.start, to: item.end)
      let difference = abs((azimuth - item.azimuth).remainder(dividingBy: 360)) * .pi / 180
      // The reference azimuth is rounded to ten digits, and its own noise is some nanometers at the far end.
      verify(difference < 1e-11 + 1e-8 / item.meters, "\(item): \(azimuth)")
    }
  }

  @Test(.enabled(if: SharedData.exists(test100), isAbsent(test100)))
  func theGeodTestLinesAreMetToTheirLastDigit() throws {
    for line in try SharedData.lines(Self.test100) {
      let f = line.split(separator: " ").compactMap { Double($0) }
      try #require(f.count == 10)
      let item = ReferenceGeodesic(
        start: Coordinate(latitude: f[0], longitude: f[1]), end: Coordinate(latitude: f[3], longitude: f[4]),
        meters: f[6], azimuth: f[2])
      verify(abs(Metric.wgs84.meters(from: item.start, to: item.end) - item.meters) < 75e-9, "\(item)")
    }
  }

  /// Published values: Karney's paper (first row) and the examples and tests of GeographicLib; the line from Flinders
  /// Peak to Buninyong from the GDA technical manual; meridian and equator lengths of WGS 84.
  static let published: [(lat1: Double, lon1: Double, lat2: Double, lon2: Double, meters: Double, digits: Double)] = [
    (-30, 0, 29.9, 179.8, 19_989_832.827610, 1e-6),
    (40.6, -73.8, 51.6, -0.5, 5_551_759.400319, 1e-6),
    (-41.32, 174.81, 40.96, -5.50, 19_959_679.267, 1e-3),
    (-37.951033417, 144.424867889, -37.652821139, 143.926495528, 54972.271, 1e-3),
    (36.493349428792, 0, 36.49334942879201, 0.0000008, 0.072, 1e-3),
    (88.202499451857, 0, -88.202499451857, 179.981022032992859592, 20_003_898.214, 1e-3),
    (89.262080389218, 0, -89.262080389218, 179.992207982775375662, 20_003_925.854, 1e-3),
    (89.333123580033, 0, -89.333123580032997687, 179.99295812360148422, 20_003_926.881, 1e-3),
    (56.320923501171, 0, -56.320923501171, 179.664747671772880215, 19_993_558.287, 1e-3),
    (52.784459512564, 0, -52.784459512563990912, 179.634407464943777557, 19_991_596.095, 1e-3),
    (48.522876735459, 0, -48.52287673545898293, 179.599720456223079643, 19_989_144.774, 1e-3),
    (0, 0, 0, 179, 19_926_189, 1),
    (0, 0, 0, 179.5, 19_980_862, 1),
    (0, 0, 0, 180, 20_003_931, 1),
    (0, 0, 1, 180, 19_893_357, 1),
    (0, 0, 90, 0, 10_001_965.729, 1e-3),
    (-90, 12, 90, -77, 20_003_931.4586, 1e-4),
    (0, 0, 0, 1, 111_319.491, 1e-3),
    (0, -180, 0, 179, 111_319.491, 1e-3),
    (0, 0, 1, 0, 110_574.389, 1e-3),
  ]

  @Test(arguments: published)
  func publishedDistancesAreMet(
    row: (lat1: Double, lon1: Double, lat2: Double, lon2: Double, meters: Double, digits: Double)
  ) {
    let start = Coordinate(latitude: row.lat1, longitude: row.lon1)
    let end = Coordinate(latitude: row.lat2, longitude: row.lon2)
    #expect(abs(Metric.wgs84.meters(from: start, to: end) - row.meters) <= row.digits * 0.51)
  }

  private static func csvCase(_ line: Substring) -> ReferenceGeodesic? {
    let f = line.split(separator: ",").dropFirst().compactMap { Double($0) }
    guard f.count == 8 else { return nil }
    return ReferenceGeodesic(
      start: Coordinate(latitude: f[0], longitude: f[1]), end: Coordinate(latitude: f[2], longitude: f[3]),
      meters: f[4], azimuth: f[5])
  }
}
