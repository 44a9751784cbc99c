import Foundation
import Geography

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
  /// Points are drawn around the middle of the cell in which the place lies until one is near enough to the place. Drawn they are from id,
  /// host, radius and cell: who knows the points of other couches, of other places or of a couch of somebody else with the same id learns
  /// nothing of this one; and a place that is told a little differently each time, as geocoders do, has few points and not one for each
  /// time, for the house lies in what the discs around all of them have in common. Were the point the place plus a way that depends on the
  /// id, a known place and its point would tell the way, and so the place behind every other point.
  ///
  /// The distance grows with the square root, for as many points are to lie on each square meter. The point is rounded to seven decimals,
  /// as outputs write it; a centimeter of the radius is kept for another rounding of the distance.
  /// - Parameter host: nil when the couch names none.
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

  /// Each draw is near enough with a probability of a third: that none of so many is happens to nobody.
  private static let mostDraws: Int64 = 1000

  private func draw(_ text: [UInt8], around middle: Coordinate, meters: Double) -> Coordinate {
    let moved = middle.destination(
      azimuth: 360 * Self.share(direction.hash(text)),
      meters: meters * Self.share(distance.hash(text)).squareRoot())
    return Coordinate(latitude: Self.rounded(moved.latitude), longitude: Self.rounded(moved.longitude))
  }

  /// What a point depends on beside the place. No two have the same bytes, and none has those of an earlier rule, which hashed the id first:
  /// no id begins with the byte 255.
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
