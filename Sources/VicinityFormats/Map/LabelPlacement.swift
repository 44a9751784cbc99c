import Streams

/// Places labels next to their marks, so that none covers another or a mark.
struct LabelPlacement {
  /// A rectangle in pixels.
  struct Box: Hashable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    func meets(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  private let frame: Box
  private var taken: [Box] = []

  init(width: Double, height: Double) { frame = Box(left: 4, top: 4, right: width - 4, bottom: height - 4) }

  /// Reserves a box.
  mutating func reserve(_ box: Box) { taken.append(box) }

  /// Reserves the square around a mark.
  mutating func reserve(around point: MapView.Point, _ reach: Double) {
    reserve(Box(left: point.x - reach, top: point.y - reach, right: point.x + reach, bottom: point.y + reach))
  }

  /// A point on the base line of a label, and whether it is the start, middle or end of it.
  struct Place: Hashable {
    var point: MapView.Point
    var anchor: Anchor
  }

  /// The values in SVG.
  enum Anchor: String {
    case start, middle, end
  }

  /// The position of a label to the right, left, below or above its mark; nil when there is no room.
  mutating func place(_ label: String, beside point: MapView.Point, reach: Double) -> Place? {
    let width = Double(label.displayWidth) * Self.pixelsPerColumn
    let places: [(x: Double, y: Double, anchor: Anchor, left: Double)] = [
      (point.x + reach + 3, point.y + 4, .start, point.x + reach + 3),
      (point.x - reach - 3, point.y + 4, .end, point.x - reach - 3 - width),
      (point.x, point.y + reach + 13, .middle, point.x - width / 2),
      (point.x, point.y - reach - 5, .middle, point.x - width / 2),
    ]
    for (x, y, anchor, left) in places {
      let box = Box(left: left, top: y - 11, right: left + width, bottom: y + 4)
      let fits = box.left > frame.left && box.right < frame.right && box.top > frame.top && box.bottom < frame.bottom
      guard fits, !taken.contains(where: box.meets) else { continue }
      taken.append(box)
      return Place(point: MapView.Point(x: x, y: y), anchor: anchor)
    }
    return nil
  }

  /// For letters of 12 pixels: slightly above the mean of common typefaces.
  private static let pixelsPerColumn = 6.6
}
