import Foundation

/// The secret of a catalog from which it makes the points that everybody sees of couches whose place is private.
struct PublicPointKey {
  private let direction: SipHash
  private let distance: SipHash

  static let byteCount = 32

  /// - Parameter bytes: 32 bytes: one key for directions, one for distances.
  init(_ bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount, "a key has \(Self.byteCount) bytes, not \(bytes.count)")
    direction = SipHash(key: bytes[..<16])
    distance = SipHash(key: bytes[16...])
  }

  /// Bytes that nobody can foresee.
  static func randomBytes() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The point that everybody sees, uniformly distributed over the disc of so many meters around the exact one.
  ///
  /// Direction and distance depend on the id and the radius alone, and not on the place. When a couch moves, its public point moves along
  /// with it and tells the way it has moved, but not from where: a new offset for each place would tell a new disc, and the house lies in
  /// what all discs have in common. With another radius both are drawn anew: were the point merely moved along one ray, two radii would
  /// tell the centre.
  ///
  /// The distance grows with the square root, for as many points are to lie on each square meter. The point is rounded to seven decimals,
  /// as outputs write it, and so that it lies within the radius all the same the disc is a centimeter smaller.
  func point(of id: String, at exact: Coordinate, radius: Double) -> Coordinate {
    var text = Array(id.utf8)
    withUnsafeBytes(of: radius.bitPattern.littleEndian) { text.append(contentsOf: $0) }
    let meters = max(0, radius - 0.01) * Self.share(distance.hash(text)).squareRoot()
    let moved = exact.destination(azimuth: 360 * Self.share(direction.hash(text)), meters: meters)
    return Coordinate(latitude: Self.rounded(moved.latitude), longitude: Self.rounded(moved.longitude))
  }

  /// A number in 0..<1 from the upper 53 bits.
  private static func share(_ hash: UInt64) -> Double { Double(hash >> 11) * 0x1p-53 }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
