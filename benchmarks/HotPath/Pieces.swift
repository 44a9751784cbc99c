import CivilTime
import Geography
import Hours
import Vicinity
import VicinityLab

/// The pieces in which most queries spend their time.
enum Pieces {
  static func all() throws -> [Piece] { distances + bounds + (try hours()) + (try queries()) + [node] }

  private static let center = Coordinate(latitude: 48.7758, longitude: 9.1829)

  /// Coordinates around the center, at most this many degrees away.
  private static func coordinates(_ count: Int, within degrees: Double) -> [Coordinate] {
    var random = SplitMix64(seed: 7)
    let offset = { degrees * (Double(random.next() >> 11) / 0x1p52 - 1) }
    return (0..<count).map { _ in
      Coordinate(latitude: center.latitude + offset(), longitude: center.longitude + offset())
    }
  }

  private static func over(
    _ name: String, _ targets: [Coordinate], _ cost: @escaping (Coordinate) -> Double
  ) -> Piece {
    Piece(name) { count in
      var sum = 0.0
      for index in 0..<count { sum += cost(targets[index & 1023]) }
      return sum
    }
  }

  private static var distances: [Piece] {
    let (near, far) = (coordinates(1024, within: 0.05), coordinates(1024, within: 20))
    let beyond = far.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + 30) }
    let opposite = near.map { Coordinate(latitude: -$0.latitude, longitude: $0.longitude - 180 + 0.3) }
    let (wgs84, sphere) = (DistanceOrigin(center, metric: .wgs84), DistanceOrigin(center, metric: .sphere))
    return [
      over("distance on the ellipsoid, same city", near) { wgs84.meters(to: $0) },
      over("distance on the ellipsoid, same continent", far) { wgs84.meters(to: $0) },
      over("distance on the sphere", near) { sphere.meters(to: $0) },
      over("distance on the ellipsoid, beyond 300 km", beyond) { wgs84.meters(to: $0) },
      over("distance on the ellipsoid, nearly opposite", opposite) { wgs84.meters(to: $0) },
      over("distance on the sphere, same continent", far) { sphere.meters(to: $0) },
      over("distance on the ellipsoid, a new origin each time", near) { Metric.wgs84.meters(from: $0, to: center) },
      over("azimuth on the ellipsoid, same city", near) { wgs84.azimuth(to: $0) },
      over("azimuth on the ellipsoid, same continent", far) { wgs84.azimuth(to: $0) },
    ]
  }

  private static var bounds: [Piece] {
    let targets = coordinates(1024, within: 0.05)
    let origin = DistanceOrigin(center, metric: .wgs84)
    let planar = PlanarBound(origin, radiusMeters: 5000)
    let box = { (place: Coordinate) in
      BoundingBox(
        south: place.latitude, west: place.longitude, north: place.latitude + 0.01, east: place.longitude + 0.01)
    }
    return [
      over("lower bound to a box", targets) { origin.lowerBoundMeters(to: box($0)) },
      over("planar lower bound to a box", targets) { planar.squaredMeters(to: box($0)) },
      over("planar distance", targets) { planar.squaredMeters(to: $0) },
    ]
  }

  private static let typicalHours = [
    "Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00", "24/7", "Mo-Su 10:00-22:00", "Tu-Sa 18:00-02:00; PH off",
    "Mo-Fr 11:30-14:30,17:30-23:00; Sa 17:30-24:00; Su off", "Mo-Fr 09:00-18:00; Sa 10:00-14:00", "18:00+",
    "Apr-Oct We-Su 12:00-22:00; Nov-Mar Fr-Su 14:00-20:00",
  ]

  private static func hours() throws -> [Piece] {
    let texts = typicalHours
    let parse = Piece("opening hours, parsed") { count in
      var sum = 0.0
      for index in 0..<count { sum += Double(try OpeningHours(parsing: texts[index & 7]).rules.count) }
      return sum
    }
    let weekly = try schedule("Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00")
    let general = try schedule("Mo-Fr 09:00-18:00; Sa 10:00-14:00; Dec 24 09:00-13:00; PH off")
    return [
      parse,
      states("open at an instant, weekly hours", weekly), states("open at an instant, holidays and dates", general),
      changes("next change, weekly hours", weekly), changes("next change, holidays and dates", general),
    ]
  }

  private static func schedule(_ text: String) throws -> Schedule {
    guard let zone = Zone(identifier: "Europe/Berlin") else { throw MissingZone() }
    return Schedule(try OpeningHours(parsing: text), in: HoursContext(of: zone))
  }

  private static let friday = Instant(secondsSince1970: 1_795_809_600)

  private static func states(_ name: String, _ schedule: Schedule) -> Piece {
    Piece(name) { count in
      var open = 0
      for index in 0..<count where schedule.state(at: friday + Int64(index & 1023) * 1800) == .open { open += 1 }
      return Double(open)
    }
  }

  private static func changes(_ name: String, _ schedule: Schedule) -> Piece {
    Piece(name) { count in
      var sum: Int64 = 0
      for index in 0..<count {
        let instant = friday + Int64(index & 1023) * 1800
        sum += (schedule.nextChange(after: instant) ?? instant) - instant
      }
      return Double(sum)
    }
  }

  private static func queries() throws -> [Piece] {
    let short = Array(#"{"id":"q1","near":{"lat":48.7758,"lon":9.1829},"radius":2000,"limit":10}"#.utf8)
    let long = Array(
      (#"{"id":"q1","near":{"lat":48.7758,"lon":9.1829},"radius":5000,"kinds":["bar"],"open":"2026-11-27T20:00:00Z","#
        + #""tags":{"any":["pub","jazz"]},"price":{"max":6.5,"currency":"EUR"},"limit":10,"fields":["id","distance"]}"#)
        .utf8)
    return [("query, parsed", short), ("query with filters, parsed", long)].map { name, text in
      Piece(name) { count in
        var sum = 0.0
        for _ in 0..<count { sum += Double(try Query(parsing: text).limit) }
        return sum
      }
    }
  }

  private static var node: Piece {
    let node = NodeDecoding.node(of: coordinates(51, within: 0.01))
    return Piece("R-tree node of 51 cells, decoded") { count in
      var sum = 0.0
      for _ in 0..<count { sum += try NodeDecoding.checksum(of: node) }
      return sum
    }
  }

  private struct MissingZone: Error {}
}
