import Geography
import Streams

/// The position of a geometry in well-known binary (OGC 06-103r4, section 8) as hexadecimal digits: as databases export
/// it, with PostGIS's flags, and in the form of GeoPackage.
struct WellKnownBinary {
  private let bytes: [UInt8]
  private var position = 0
  private var bounds = GeoJSONGeometry.Bounds()

  /// The position of a point, or the center of the bounding box of another geometry; nil for other texts, and for
  /// reference systems other than 4326.
  static func position(of text: String) -> Coordinate? {
    let digits = text.hasPrefix("0x") || text.hasPrefix("\\x") ? text.dropFirst(2) : Substring(text)
    // A point has 21 bytes.
    guard digits.utf8.count >= 42, let bytes = bytes(of: digits) else { return nil }
    var reader = WellKnownBinary(bytes: bytes)
    guard reader.skipGeoPackageHeader(), reader.geometry(depth: 0), reader.position == bytes.count else { return nil }
    return reader.bounds.middle
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private static func bytes(of digits: Substring) -> [UInt8]? {
    guard digits.utf8.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits.unicodeScalars {
      guard digit.isASCII, let value = Character(digit).hexDigitValue else { return nil }
      if let first = high { bytes.append(first << 4 | UInt8(value)) }
      high = high == nil ? UInt8(value) : nil
    }
    return bytes
  }

  /// `GP`, version, flags, reference system, envelope (OGC 12-128r18, section 2.1.3); true without such a header.
  private mutating func skipGeoPackageHeader() -> Bool {
    guard bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "P") else { return true }
    let envelope = [0, 32, 48, 48, 64]
    let kind = Int(bytes[3] >> 1 & 7)
    guard kind < envelope.count else { return false }
    position = 8 + envelope[kind]
    return position < bytes.count
  }

  private mutating func geometry(depth: Int) -> Bool {
    guard depth < 4, let order = byte(), order <= 1 else { return false }
    let isLittle = order == 1
    guard let type = integer(isLittle) else { return false }
    if type & 0x2000_0000 != 0 {
      guard let system = integer(isLittle), system == 4326 || system == 0 else { return false }
    }
    let code = type & 0x0FFF_FFFF
    var dimensions = 2 + (type & 0x8000_0000 != 0 ? 1 : 0) + (type & 0x4000_0000 != 0 ? 1 : 0)
    dimensions += [0, 1, 1, 2][Int(min(code / 1000, 3))]
    guard dimensions <= 4 else { return false }
    switch code % 1000 {
    case 1: return point(dimensions, isLittle)
    case 2: return points(dimensions, isLittle)
    case 3: return repeated(isLittle) { $0.points(dimensions, isLittle) }
    case 4...7: return repeated(isLittle) { $0.geometry(depth: depth + 1) }
    default: return false
    }
  }

  private mutating func points(_ dimensions: Int, _ isLittle: Bool) -> Bool {
    repeated(isLittle) { $0.point(dimensions, isLittle) }
  }

  private mutating func repeated(_ isLittle: Bool, _ part: (inout Self) -> Bool) -> Bool {
    guard let count = integer(isLittle) else { return false }
    // Each part has bytes, so a count that is a lie ends at the end of the text.
    for _ in 0..<count {
      guard part(&self) else { return false }
    }
    return true
  }

  private mutating func point(_ dimensions: Int, _ isLittle: Bool) -> Bool {
    guard let x = number(isLittle), let y = number(isLittle) else { return false }
    for _ in 2..<dimensions {
      guard number(isLittle) != nil else { return false }
    }
    // An empty point has no numbers.
    if !x.isNaN, !y.isNaN { bounds.add(latitude: y, longitude: x) }
    return true
  }

  // MARK: Bytes

  private mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    position += 1
    return bytes[position - 1]
  }

  private mutating func integer(_ isLittle: Bool) -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let part = bytes[position..<position + 4]
    position += 4
    return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func number(_ isLittle: Bool) -> Double? {
    guard position + 8 <= bytes.count else { return nil }
    let part = bytes[position..<position + 8]
    position += 8
    return Double(bitPattern: (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
