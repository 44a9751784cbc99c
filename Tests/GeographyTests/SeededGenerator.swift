import Geography

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Repeatable random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(_ low: Double, _ high: Double) -> Double {
    Double.random(in: low...high, using: &self)
  }

  /// A coordinate on the whole Earth; every fourth one on a pole, the equator, the antimeridian or whole degrees.
  mutating func coordinate() -> Coordinate {
    let latitudes = [-90.0, 90, 0, number(-90, 90).rounded(), number(-90, 90)]
    let longitudes = [-180.0, 180, 0, number(-180, 180).rounded(), number(-180, 180)]
    let isOrdinary = number(0, 1) < 0.75
    return Coordinate(
      latitude: isOrdinary ? number(-90, 90) : latitudes.randomElement(using: &self) ?? 0,
      longitude: isOrdinary ? number(-180, 180) : longitudes.randomElement(using: &self) ?? 0)
  }

  /// A coordinate within roughly `degrees` of another.
  mutating func neighbor(of center: Coordinate, degrees: Double) -> Coordinate {
    let latitude = min(90, max(-90, center.latitude + number(-degrees, degrees)))
    let width = min(180, degrees / max(1e-9, cos(latitude * .pi / 180)))
    return Coordinate(latitude: latitude, longitude: wrapped(center.longitude + number(-width, width)))
  }

  /// A box of any size, from a point to the world, often across the antimeridian.
  mutating func box() -> BoundingBox {
    let corner = coordinate()
    let size = number(0, 1) < 0.1 ? 0 : exp(number(-12, 5.9))
    let north = min(90, corner.latitude + size * number(0, 1))
    let width = min(360, size * number(0, 2))
    if width == 360 { return BoundingBox(south: corner.latitude, west: -180, north: north, east: 180) }
    return BoundingBox(
      south: corner.latitude, west: corner.longitude, north: north, east: wrapped(corner.longitude + width))
  }

  /// A coordinate of the box, every other time on a side or corner.
  mutating func coordinate(in box: BoundingBox) -> Coordinate {
    let share = [0, 1, number(0, 1), number(0, 1)]
    let up = share.randomElement(using: &self) ?? 0
    let along = share.randomElement(using: &self) ?? 0
    let latitude = up == 1 ? box.north : min(box.north, box.south + up * (box.north - box.south))
    let longitude = along == 1 ? box.east : wrapped(box.west + along * box.longitudeSpan)
    let result = Coordinate(latitude: latitude, longitude: longitude)
    return box.contains(result) ? result : Coordinate(latitude: latitude, longitude: box.east)
  }

  func wrapped(_ longitude: Double) -> Double {
    if longitude > 180 { return longitude - 360 }
    return longitude < -180 ? longitude + 360 : longitude
  }
}
