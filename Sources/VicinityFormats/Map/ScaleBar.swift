import Geography

/// A bar of a round length, exact in the middle of the map.
struct ScaleBar {
  /// Its length in pixels.
  let pixels: Double
  /// Its length in words: `200 m`, `5 km`, `1000 ft`, `2 mi`.
  let text: String

  /// - Parameter mostPixels: how long it may be.
  init(metersPerPixel: Double, mostPixels: Double, units: DistanceUnits) {
    let most = metersPerPixel * mostPixels
    let unit = most < units.large.meters ? units.small : units.large
    let length = Self.roundLength(most / unit.meters)
    pixels = length * unit.meters / metersPerPixel
    text = "\(Int(length)) \(unit.symbol)"
  }

  /// The largest of 1, 2 and 5 times a power of ten up to a length.
  private static func roundLength(_ most: Double) -> Double {
    var length = 1.0
    while length * 10 <= most { length *= 10 }
    return length * 5 <= most ? length * 5 : length * 2 <= most ? length * 2 : length
  }
}
