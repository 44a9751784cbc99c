import Hours
import Vicinity

extension SVGText {
  /// The center of a circle.
  static func center(_ point: MapView.Point) -> String { "cx=\"\(number(point.x))\" cy=\"\(number(point.y))\"" }

  /// A circle for bars, a diamond for events, a square for couches, and a smaller circle without a kind.
  ///
  /// Filled when it is open or has no state, hollow when closed, dashed when unknown.
  mutating func listing(
    _ kind: Kind?, _ state: OpeningState?, rank: Int?, at point: MapView.Point, title: String? = nil
  ) {
    let isHollow = state == .closed || state == .unknown
    // The wider outline of a hollow shape lies within it.
    let reach = (rank == nil ? ListingShape.reach : ListingShape.rankedReach) - (isHollow ? 1 : 0.5)
    let style = ["mark", kind?.rawValue ?? "other", isHollow ? state?.rawValue : nil].compactMap { $0 }
    let attributes = "class=\"\(style.joined(separator: " "))\""
    let start = "M\(Self.number(point.x)),\(Self.number(point.y))"
    switch kind {
    case .bar: element("circle", "\(attributes) \(Self.center(point)) r=\"\(Self.number(reach))\"", title: title)
    case .event:
      let side = Self.number(reach + 0.5)
      let path = "m0,-\(side)l\(side),\(side)l-\(side),\(side)l-\(side),-\(side)z"
      element("path", "\(attributes) d=\"\(start)\(path)\"", title: title)
    case .couch:
      let (half, side) = (Self.number(reach * 0.85), Self.number(2 * reach * 0.85))
      element("path", "\(attributes) d=\"\(start)m-\(half),-\(half)h\(side)v\(side)h-\(side)z\"", title: title)
    case nil: element("circle", "\(attributes) \(Self.center(point)) r=\"\(Self.number(reach - 1))\"", title: title)
    }
    guard let rank else { return }
    let base = MapView.Point(x: point.x, y: point.y + 4)
    words("\(rank)", at: base, isHollow ? "rank ink" : "rank", anchor: .middle)
  }

  /// The strip below listings of one place.
  mutating func placeStrip(_ box: PixelBox) {
    let sides = [("x", box.left), ("y", box.top), ("width", box.right - box.left), ("height", box.bottom - box.top)]
    let attributes = sides.map { "\($0)=\"\(Self.number($1))\"" }.joined(separator: " ")
    element("rect", "class=\"place\" \(attributes) rx=\"\(Self.number((box.bottom - box.top) / 2))\"")
  }

  /// A circle with a number, its color by the number of digits.
  mutating func cluster(_ count: Int, reach: Double, at point: MapView.Point, title: String? = nil) {
    let digits = min(4, String(count).utf8.count)
    element(
      "circle", "class=\"mark c\(digits)\" \(Self.center(point)) r=\"\(Self.number(reach))\"", title: title)
    let text = ClusterText.text(count)
    let size = ClusterText.size(of: text, reach: reach)
    let style = "\(digits < 3 ? "number" : "bright") \(size.rawValue)"
    words(text, at: .init(x: point.x, y: point.y + size.pixels / 3), style, anchor: .middle)
  }

  /// The lines of a label, over a halo or not.
  mutating func words(_ label: MapLabel, hasHalo: Bool = false) {
    for (line, point) in label.baseLines {
      let style = line.font.rawValue
      if hasHalo { words(line.text, at: point, "\(style) halo", anchor: label.anchor) }
      words(line.text, at: point, style, anchor: label.anchor)
    }
  }
}

/// The number in a cluster.
enum ClusterText {
  /// The sizes of its font; the raw value is the class of the style.
  enum Size: String, CaseIterable {
    case large, medium, little

    var pixels: Double {
      switch self {
      case .large: 12
      case .medium: 9.5
      case .little: 7.5
      }
    }
  }

  /// The largest font in which a number fits its circle.
  static func size(of text: String, reach: Double) -> Size {
    Size.allCases.first { TextWidth.pixels(text, size: $0.pixels, isBold: true) < 1.9 * reach } ?? .little
  }

  /// At most three digits: `950`, `1.2k`, `87k`, `4.1M`.
  static func text(_ count: Int) -> String {
    for (unit, name) in [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")] where count >= unit {
      let tenths = count / (unit / 10)
      return tenths < 100 && tenths % 10 > 0 ? "\(tenths / 10).\(tenths % 10)\(name)" : "\(tenths / 10)\(name)"
    }
    return "\(count)"
  }
}
