/// A bar of a round length, exact in the middle of the map.
struct ScaleBar {
  /// Its length in pixels.
  let pixels: Double
  /// Its length in words: `200 m`, `5 km`.
  let text: String

  /// - Parameter mostPixels: how long it may be.
  init(metersPerPixel: Double, mostPixels: Double) {
    let meters = Self.roundLength(metersPerPixel * mostPixels)
    pixels = meters / metersPerPixel
    text = meters < 1000 ? "\(Int(meters)) m" : "\(Int(meters / 1000)) km"
  }

  /// The largest of 1, 2 and 5 times a power of ten up to a length.
  private static func roundLength(_ meters: Double) -> Double {
    var length = 1.0
    while length * 10 <= meters { length *= 10 }
    return length * 5 <= meters ? length * 5 : length * 2 <= meters ? length * 2 : length
  }
}
