import Streams

/// The title of a picture and what is missing from it, above the map.
struct MapHeading: Sendable {
  private(set) var labels: [MapLabel] = []
  /// In pixels; 0 without a title and a remark.
  private(set) var height = 0.0

  private static let margin = 12.0

  /// - Parameter width: of the picture in pixels; longer texts are cut off.
  init(title: String?, remark: String?, width: Double) {
    for (text, font) in [(title, MapLabel.Font.title), (remark, .remark)] {
      guard let text = text?.printable, !text.isEmpty else { continue }
      let room = width - 2 * Self.margin
      let fitted = TextWidth.fitted(text, size: font.size, isBold: font.isBold, into: room)
      let label = MapLabel([.init(text: fitted, font: font)])
        .moved(left: Self.margin - 2, top: max(height, Self.margin / 2), anchor: .start)
      labels.append(label)
      height = label.box.bottom
    }
    if height > 0 { height += Self.margin / 2 }
  }
}
