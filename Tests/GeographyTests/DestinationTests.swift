import Testing

@testable import Geography

@Suite struct DestinationTests {
  @Test(.enabled(if: SharedData.exists(GeodesicReferenceTests.test100), "no reference data"))
  func theEndsOfReferenceGeodesicsAreFoundFromTheirStarts() throws {
    var largest = 0.0
    for line in try SharedData.lines(GeodesicReferenceTests.test100) {
      let f = line.split(separator: " ").compactMap { Double($0) }
      try #require(f.count == 10)
      let start = Coordinate(latitude: f[0], longitude: f[1])
      let end = start.destination(azimuth: f[2], meters: f[6])
      largest = max(largest, Metric.wgs84.meters(from: end, to: Coordinate(latitude: f[3], longitude: f[4])))
    }
    #expect(largest < 1e-4, "largest error \(largest) m")
  }

  @Test func aWayOfSomeKilometersEndsSoFarAwayAndInItsDirection() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let start = random.coordinate()
      let (azimuth, meters) = (random.number(0, 360), random.number(0, 50_000))
      let end = start.destination(azimuth: azimuth, meters: meters)
      verify(
        end.isValid && abs(Metric.wgs84.meters(from: start, to: end) - meters) < 1e-6, "\(start) \(azimuth) \(meters)")
      guard abs(start.latitude) < 89, meters > 1 else { continue }
      let turned = (Metric.wgs84.azimuth(from: start, to: end) - azimuth).remainder(dividingBy: 360)
      verify(abs(turned) * .pi / 180 * meters < 1e-5, "\(start) \(azimuth) \(meters): off by \(turned)")
    }
  }
}
