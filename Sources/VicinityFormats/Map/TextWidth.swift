import Streams

/// Estimates how wide a text is drawn.
///
/// A viewer chooses the typeface. The widths are those of DejaVu Sans, the widest of the typefaces that the style
/// names, so that a label always fits its box.
enum TextWidth {
  /// The width in pixels at a font size in pixels.
  static func pixels(_ text: String, size: Double, isBold: Bool = false) -> Double {
    let thousandths = text.reduce(0) { $0 + width(of: $1) }
    return Double(thousandths) / 1000 * size * (isBold ? boldness : 1)
  }

  /// The longest prefix that fits, with "…" at its end when text is cut off.
  static func fitted(_ text: String, size: Double, isBold: Bool = false, into pixels: Double) -> String {
    var columns = text.displayWidth
    var fitted = text
    while columns > 1, self.pixels(fitted, size: size, isBold: isBold) > pixels {
      columns -= 1
      fitted = text.truncated(to: columns)
    }
    return fitted
  }

  /// Advance widths of the characters from space to tilde, in thousandths of the font size.
  private static let ascii: [Int] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
  ]

  /// The bold typeface is up to an eighth wider.
  private static let boldness = 1.125

  private static func width(of character: Character) -> Int {
    if let code = character.asciiValue {
      return (0x20...0x7E).contains(code) ? ascii[Int(code) - 0x20] : 318
    }
    switch String(character).displayWidth {
    case 0: return 0
    case 1: return character.isLowercase ? 700 : 900
    // Emoji are wider than ideographs.
    default: return 1300
    }
  }
}
