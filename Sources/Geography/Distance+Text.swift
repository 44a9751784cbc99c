extension Distance {
  /// Makes a distance from text such as `500m`, `2km`, `1.5 km`, `0.3mi`, `800ft` or `750`; a bare number is in meters.
  ///
  /// Units are case-insensitive and may be written out (`meters`, `kilometers`, `miles`, `feet`, `yards` and their
  /// singulars), with spaces around and between. The number is finite and not negative, with a decimal point.
  /// - Returns: nil for any other text.
  public init?(parsing text: some StringProtocol) {
    let bytes = Array(text.utf8).trimmingSpaces
    let number = bytes.prefix { Distance.isNumeral($0) }
    let mantissa = String(decoding: number, as: UTF8.self)
    guard let digit = number.last, digit != UInt8(ascii: "."), let value = Double(mantissa), value.isFinite else {
      return nil
    }
    let unit = String(decoding: bytes[number.endIndex...].trimmingSpaces, as: UTF8.self).lowercased()
    guard let metersPerUnit = Distance.metersPerUnit(unit), (value * metersPerUnit).isFinite else { return nil }
    self.init(meters: value * metersPerUnit)
  }

  /// Exact by the international yard and pound agreement of 1959.
  private static func metersPerUnit(_ unit: String) -> Double? {
    switch unit {
    case "", "m", "meter", "meters", "metre", "metres": 1
    case "km", "kilometer", "kilometers", "kilometre", "kilometres": 1000
    case "mi", "mile", "miles": 1609.344
    case "yd", "yard", "yards": 0.9144
    case "ft", "foot", "feet": 0.3048
    default: nil
    }
  }

  private static func isNumeral(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
  }
}

extension Collection where Element == UInt8 {
  /// The bytes without leading and trailing spaces and tabs.
  fileprivate var trimmingSpaces: ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var rest = ArraySlice(self)
    while let first = rest.first, isSpace(first) { rest.removeFirst() }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}
