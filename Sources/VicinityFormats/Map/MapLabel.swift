/// A text of one or more lines in the picture.
struct MapLabel: Hashable, Sendable {
  /// The fonts of texts; the raw value is the class of the style.
  enum Font: String, Hashable, Sendable {
    case name
    /// Rating and price below a name.
    case detail
    case area = "area-name"
    /// The name of a small area.
    case tight = "area-name tight"
    /// Degrees of the graticule.
    case small
    case title
    case remark

    /// The font size in pixels.
    var size: Double {
      switch self {
      case .name: 12
      case .detail, .area, .small: 10.5
      case .tight: 9
      case .title: 20
      case .remark: 13
      }
    }

    var isBold: Bool { self == .title }
    /// From one base line to the next, in pixels.
    var lineHeight: Double { size + 3 }
  }

  /// One line.
  struct Line: Hashable, Sendable {
    var text: String
    var font: Font

    /// Its width in pixels.
    var width: Double { TextWidth.pixels(text, size: font.size, isBold: font.isBold) }
  }

  /// The alignment of a line; the values are those of SVG.
  enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  let lines: [Line]
  var anchor = Anchor.start
  /// The box that it occupies, including its halo.
  private(set) var box = PixelBox(left: 0, top: 0, right: 0, bottom: 0)

  /// The letters without the halo.
  var inner: PixelBox {
    PixelBox(
      left: box.left + Self.margin, top: box.top + Self.margin, right: box.right - Self.margin,
      bottom: box.bottom - Self.margin)
  }

  /// The halo, so that two labels do not touch.
  private static let margin = 2.0

  init(_ lines: [Line]) {
    self.lines = lines
    box.right = (lines.map(\.width).max() ?? 0) + 2 * Self.margin
    box.bottom = lines.reduce(2 * Self.margin) { $0 + $1.font.lineHeight }
  }

  var width: Double { box.right - box.left }
  var height: Double { box.bottom - box.top }

  /// The label with the upper left corner of its box at a point.
  func moved(left: Double, top: Double, anchor: Anchor) -> MapLabel {
    var label = self
    label.anchor = anchor
    label.box = PixelBox(left: left, top: top, right: left + width, bottom: top + height)
    return label
  }

  /// The label with its center at a point.
  func centered(at point: MapView.Point) -> MapLabel {
    moved(left: point.x - width / 2, top: point.y - height / 2, anchor: .middle)
  }

  /// The base lines: where each line begins, ends or has its middle, by the anchor.
  var baseLines: [(line: Line, point: MapView.Point)] {
    let x =
      switch anchor {
      case .start: box.left + Self.margin
      case .middle: (box.left + box.right) / 2
      case .end: box.right - Self.margin
      }
    var bottom = box.top + Self.margin
    return lines.map { line in
      bottom += line.font.lineHeight
      // A quarter of the letters' size hangs below the base line.
      return (line, MapView.Point(x: x, y: bottom - line.font.size / 4))
    }
  }
}
