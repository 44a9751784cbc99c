/// Places labels so that none covers another, a mark or the edge of the map, and few cover a line.
struct LabelPlacement: Sendable {
  private let frame: PixelBox
  private var taken: [PixelBox] = []
  /// The lines that labels avoid where they can.
  var lines: InkMask

  /// - Parameter map: the part of the picture that is the map.
  init(map: PixelBox) {
    frame = PixelBox(left: map.left + 3, top: map.top + 3, right: map.right - 3, bottom: map.bottom - 3)
    lines = InkMask(frame: map)
  }

  /// Prevents labels in a box.
  mutating func reserve(_ box: PixelBox) { taken.append(box) }

  /// The first of several forms of a label that fits next to a mark: right, left, below, above, or at a corner.
  ///
  /// - Parameter forms: the best first, such as one with a second line, then one without.
  mutating func place(_ forms: [MapLabel], beside mark: PixelBox) -> MapLabel? {
    for mayCoverLines in [false, true] {
      for form in forms {
        let places = Self.places(form, beside: mark)
        if let place = places.first(where: { isFree($0.box) && (mayCoverLines || lines.isClean($0.box)) }) {
          reserve(place.box)
          return place
        }
      }
    }
    return nil
  }

  /// A label at its own position, if it fits there.
  mutating func place(_ label: MapLabel) -> MapLabel? {
    guard isFree(label.box) else { return nil }
    reserve(label.box)
    return label
  }

  func isFree(_ box: PixelBox) -> Bool { frame.contains(box) && !taken.contains(where: box.meets) }

  private static func places(_ label: MapLabel, beside mark: PixelBox) -> [MapLabel] {
    let center = mark.center
    let (middle, high, low) = (center.y - label.height / 2, mark.top - label.height, mark.bottom)
    let (raised, lowered) = (middle - label.height / 3, middle + label.height / 3)
    let places: [(left: Double, top: Double, anchor: MapLabel.Anchor)] = [
      (mark.right, middle, .start), (mark.left - label.width, middle, .end),
      (center.x - label.width / 2, low, .middle), (center.x - label.width / 2, high, .middle),
      (mark.right, raised, .start), (mark.right, lowered, .start),
      (mark.left - label.width, raised, .end), (mark.left - label.width, lowered, .end),
      (center.x, high, .start), (center.x, low, .start),
      (center.x - label.width, high, .end), (center.x - label.width, low, .end),
    ]
    return places.map { label.moved(left: $0.left, top: $0.top, anchor: $0.anchor) }
  }
}
