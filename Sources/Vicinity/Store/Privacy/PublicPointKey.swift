import Foundation
import Geography

/// The secret of a catalog from which the public points of private couches are derived.
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

  /// Unpredictable random bytes.
  static func randomBytes() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The public point, uniformly distributed over the disc with the given radius in meters around the exact one.
  ///
  /// Points are drawn around the center of the cell that contains the location, until one is within the radius of the
  /// location. The draws depend on id, host, radius and cell: the points of other couches, of other locations or of
  /// another host's couch with the same id reveal nothing about this one. A location that is reported slightly
  /// differently each time, as by geocoders, has a few points rather than one for each report, whose discs would
  /// together narrow down the house. If the point were the location plus an offset that depends on the id, a known
  /// location and its point would reveal the offset, and so the location behind every other point.
  ///
  /// The distance grows with the square root, because points must be uniform per area. The point is rounded to seven
  /// decimals, as in outputs; a centimeter of the radius is reserved for other roundings of the distance.
  /// - Parameter host: nil when the couch has none.
  /// - Complexity: three draws on average.
  func point(of id: String, host: String?, at exact: Coordinate, radius: Double) -> Coordinate {
    var text = Self.text(id, host, radius)
    let shift = (rows: Self.share(distance.hash(text)), columns: Self.share(direction.hash(text)))
    let cell = PublicPointCell(of: exact, side: radius, shift: shift)
    for number in [cell.row, cell.column] { Self.append(number, to: &text) }
    let near = max(0, radius - 0.01)
    for number in 0..<Self.mostDraws {
      var numbered = text
      Self.append(number, to: &numbered)
      let drawn = draw(numbered, around: cell.middle, meters: radius * (1 + PublicPointCell.reach))
      if Metric.wgs84.meters(from: drawn, to: exact) <= near { return drawn }
    }
    return draw(text, around: exact, meters: near)
  }

  /// Each draw is accepted with a probability of a third: this many rejections never happen.
  private static let mostDraws: Int64 = 1000

  private func draw(_ text: [UInt8], around middle: Coordinate, meters: Double) -> Coordinate {
    let moved = middle.destination(
      azimuth: 360 * Self.share(direction.hash(text)),
      meters: meters * Self.share(distance.hash(text)).squareRoot())
    return Coordinate(latitude: Self.rounded(moved.latitude), longitude: Self.rounded(moved.longitude))
  }

  /// The input of the hash apart from the location. It is unique for each combination, and differs from every input of
  /// an earlier rule, which hashed the id first: no id begins with the byte 255.
  private static func text(_ id: String, _ host: String?, _ radius: Double) -> [UInt8] {
    var text: [UInt8] = [255]
    for name in [id, host] {
      append(Int64(name?.utf8.count ?? -1), to: &text)
      text += (name ?? "").utf8
    }
    append(Int64(bitPattern: radius.bitPattern), to: &text)
    return text
  }

  private static func append(_ number: Int64, to text: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { text.append(contentsOf: $0) }
  }

  /// A number in 0..<1 from the upper 53 bits.
  private static func share(_ hash: UInt64) -> Double { Double(hash >> 11) * 0x1p-53 }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
