import Foundation
import Testing

@testable import Geography

@Suite struct DistanceOriginTests {
  static let hardPairs: [(Coordinate, Coordinate)] = {
    let latitudes = [-90.0, -89.999999, -45, -1e-9, 0, 1e-9, 30, 45, 89.999999, 90]
    let longitudes = [-180.0, -179.999999, -90, 0, 1e-9, 90, 179.4, 179.999999, 180]
    let all = latitudes.flatMap { latitude in
      longitudes.map { Coordinate(latitude: latitude, longitude: $0) }
    }
    return all.flatMap { a in all.map { (a, $0) } }
  }()

  static let randomPairs: [(Coordinate, Coordinate)] = {
    var random = SeededGenerator(seed: 11)
    return (0..<20_000).map { index in
      let start = random.coordinate()
      let degrees = exp(random.number(-16, 2))
      return (start, index.isMultiple(of: 2) ? random.coordinate() : random.neighbor(of: start, degrees: degrees))
    }
  }()

  @Test(arguments: Metric.allCases)
  func everyDistanceIsFiniteAndNotLongerThanHalfTheEarth(metric: Metric) {
    let half = metric == .wgs84 ? 20_003_931.4587 : Double.pi * Ellipsoid.meanRadiusMeters
    for (start, end) in Self.hardPairs + Self.randomPairs {
      let meters = metric.meters(from: start, to: end)
      verify(meters >= 0 && meters <= half, "\(start) to \(end): \(meters)")
    }
  }

  @Test(arguments: Metric.allCases)
  func distancesAreTheSameBothWays(metric: Metric) {
    for (start, end) in Self.hardPairs + Self.randomPairs {
      let there = metric.meters(from: start, to: end)
      let back = metric.meters(from: end, to: start)
      verify(abs(there - back) <= 1e-15 * there + 4e-9, "\(start) to \(end): \(there), \(back)")
    }
  }

  @Test(arguments: Metric.allCases)
  func distanceToTheSamePositionIsZeroUnderEverySpelling(metric: Metric) {
    for (start, _) in Self.hardPairs + Self.randomPairs {
      verify(metric.meters(from: start, to: start) == 0)
    }
    let west = Coordinate(latitude: 12.3, longitude: -180)
    let east = Coordinate(latitude: 12.3, longitude: 180)
    #expect(metric.meters(from: west, to: east) == 0)
    for pole in [-90.0, 90] {
      let some = Coordinate(latitude: pole, longitude: 17)
      let other = Coordinate(latitude: pole, longitude: -120)
      verify(metric.meters(from: some, to: other) == 0)
    }
  }

  @Test(arguments: Metric.allCases)
  func preparedOriginsMeasureExactlyWhatTheMetricDoes(metric: Metric) {
    for (start, end) in Self.randomPairs {
      let origin = DistanceOrigin(start, metric: metric)
      verify(origin.meters(to: end) == metric.meters(from: start, to: end))
    }
  }

  /// Ranges of distance in meters, and the maximum error of the local form in each.
  static let bands: [(meters: ClosedRange<Double>, error: Double)] = [
    (0...1, 10e-9), (1...1_000, 10e-9), (1_000...100_000, 15e-9), (100_000...200_000, 0.1e-6),
    (200_000...300_000, 0.5e-6), (300_000...400_000, 2e-6),
  ]

  @Test(arguments: bands)
  func theLocalFormAgreesWithTheGeodesicInEveryBand(band: (meters: ClosedRange<Double>, error: Double)) {
    var random = SeededGenerator(seed: 5)
    var count = 0
    for _ in 0..<20_000 {
      let start = random.coordinate()
      let end = random.neighbor(of: start, degrees: band.meters.upperBound / 80_000)
      let origin = DistanceOrigin(start, metric: .wgs84)
      let exact = origin.longMeters(to: end)
      guard band.meters.contains(exact) else { continue }
      count += 1
      let (north, east) = origin.difference(to: end)
      let local = origin.localMeters(north: Turn(radians: north), east: Turn(radians: east))
      verify(abs(local - exact) < band.error, "\(start) to \(end): \(local), \(exact)")
    }
    #expect(count > 1_000)
  }

  @Test func theStepWhereTheGeodesicTakesOverIsBelowAMicrometer() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<2_000 {
      let start = random.coordinate()
      let origin = DistanceOrigin(start, metric: .wgs84)
      var near = start
      var far = random.neighbor(of: start, degrees: 5)
      guard origin.meters(to: far) > DistanceOrigin.localReach, abs(far.longitude - start.longitude) < 90 else {
        continue
      }
      // Bisection down to two adjacent points measured by different formulas.
      for _ in 0..<60 {
        let middle = Coordinate(
          latitude: (near.latitude + far.latitude) / 2, longitude: (near.longitude + far.longitude) / 2)
        if origin.meters(to: middle) == origin.longMeters(to: middle) { far = middle } else { near = middle }
      }
      verify(abs(origin.meters(to: far) - origin.meters(to: near)) < 1e-6)
    }
  }

  @Test func theSphereAgreesWithTheTextbookHaversine() {
    for (start, end) in Self.randomPairs {
      let radians = Double.pi / 180
      let north = sin((end.latitude - start.latitude) * radians / 2)
      let east = sin((end.longitude - start.longitude) * radians / 2)
      let h = north * north + cos(start.latitude * radians) * cos(end.latitude * radians) * east * east
      let textbook = 2 * Ellipsoid.meanRadiusMeters * asin(min(1, h.squareRoot()))
      // Near antipodes the textbook form itself loses half its digits.
      let tolerance = h > 0.99 ? 0.3 : 1e-6
      verify(abs(Metric.sphere.meters(from: start, to: end) - textbook) < tolerance, "\(start) to \(end)")
    }
  }

  @Test func ellipsoidAndSphereDifferByLessThanSixTenthsOfAPercent() {
    for (start, end) in Self.randomPairs {
      let ellipsoid = Metric.wgs84.meters(from: start, to: end)
      let sphere = Metric.sphere.meters(from: start, to: end)
      verify(abs(ellipsoid - sphere) <= 0.00565 * ellipsoid + 1e-8)
    }
  }

  static let compass: [(from: (Double, Double), to: (Double, Double), degrees: Double)] = [
    ((0, 0), (1, 0), 0), ((0, 0), (0, 1), 90), ((0, 0), (-1, 0), 180), ((0, 0), (0, -1), 270),
    ((0, 179.5), (0, -179.5), 90), ((0, -179.5), (0, 179.5), 270), ((45, 10), (90, 77), 0), ((45, 10), (-90, 77), 180),
    ((90, 0), (0, 30), 150), ((-90, 0), (0, 30), 30), ((10, 10), (10, 10), 0), ((0, 0), (1e-9, 0), 0),
    ((48, 9), (48, 9.000001), 90), ((-0.0, 0), (0, 0), 0), ((10, 180), (10, -180), 0), ((10, 180), (11, -180), 0),
  ]

  @Test(arguments: Metric.allCases, compass)
  func azimuthsPointWhereTheCompassSays(
    metric: Metric, row: (from: (Double, Double), to: (Double, Double), degrees: Double)
  ) {
    let start = Coordinate(latitude: row.from.0, longitude: row.from.1)
    let end = Coordinate(latitude: row.to.0, longitude: row.to.1)
    #expect(abs(metric.azimuth(from: start, to: end) - row.degrees) < 1e-6)
  }

  @Test(arguments: Metric.allCases)
  func azimuthsAreInTheHalfOpenCircle(metric: Metric) {
    for (start, end) in Self.hardPairs + Self.randomPairs {
      let azimuth = metric.azimuth(from: start, to: end)
      verify(azimuth >= 0 && azimuth < 360, "\(start) to \(end): \(azimuth)")
    }
  }

  @Test func azimuthsOfNeighboursJoinTheGeodesicsSmoothly() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<2_000 {
      let start = Coordinate(latitude: random.number(-89, 89), longitude: random.number(-180, 180))
      let end = random.neighbor(of: start, degrees: 0.0018)
      let problem = GeodesicProblem(from: start, to: end)
      let geodesic = problem.originalAzimuth(problem.solution)
      let azimuth = Metric.wgs84.azimuth(from: start, to: end)
      let difference = abs((azimuth - geodesic).remainder(dividingBy: 360)) * .pi / 180
      verify(difference * Metric.wgs84.meters(from: start, to: end) < 20e-9)
    }
  }

  @Test func invalidCoordinatesGiveNumbersThatAreNotDistancesButNeverTrap() {
    for value in [Double.nan, .infinity, -.infinity, 1e300, 91, 540] {
      let odd = Coordinate(latitude: value, longitude: -value)
      let plain = Coordinate(latitude: 10, longitude: 20)
      for metric in Metric.allCases {
        let origin = DistanceOrigin(odd, metric: metric)
        let meters = [origin.meters(to: plain), metric.meters(from: plain, to: odd), origin.azimuth(to: plain)]
        verify(!meters.contains { $0 < 0 })
      }
    }
  }
}
