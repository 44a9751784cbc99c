/// Finds the places of names within areas.
struct AreaNames {
  private let map: PixelBox

  /// - Parameter map: the part of the picture that is the map.
  init(map: PixelBox) { self.map = map }

  /// The position of an area's name: entirely inside the area and free of other labels; nil if it does not fit.
  ///
  /// - Parameter polygons: of the area, in pixels.
  func place(_ name: String, in polygons: [[[MapView.Point]]], _ labels: inout LabelPlacement) -> MapLabel? {
    let parts = polygons.compactMap { PixelPolygon($0, within: map) }
      .enumerated().sorted { ($1.element.outerArea, $0.offset) < ($0.element.outerArea, $1.offset) }
    for (_, part) in parts.prefix(Self.mostParts) {
      for label in Self.forms(of: name) {
        if let place = place(label, in: part, labels), let kept = labels.place(place) { return kept }
      }
    }
    return nil
  }

  /// The place deepest inside where the label is free.
  private func place(_ label: MapLabel, in part: PixelPolygon, _ labels: LabelPlacement) -> MapLabel? {
    let (bounds, stretch) = (part.bounds, label.width / label.height)
    let (width, height) = (bounds.right - bounds.left, bounds.bottom - bounds.top)
    guard width > label.width, height > label.height else { return nil }
    let pole = part.poleOfInaccessibility(stretch: stretch)
    let least = (label.inner.right - label.inner.left) / 2
    guard part.depth(of: pole, stretch: stretch) > least - 1 else { return nil }
    func fits(_ label: MapLabel) -> Bool { labels.isFree(label.box) && part.contains(label.inner) }
    let best = label.centered(at: pole)
    if fits(best) { return best }
    // The pole is deepest for a circle, but a box may fit elsewhere, or other labels may be in the way.
    var others: [(place: MapView.Point, depth: Double)] = []
    for x in stride(from: bounds.left, to: bounds.right, by: max(4, width / Self.mostSteps)) {
      for y in stride(from: bounds.top, to: bounds.bottom, by: max(3, height / Self.mostSteps)) {
        let depth = part.depth(of: .init(x: x, y: y), stretch: stretch)
        if depth > least { others.append((.init(x: x, y: y), depth)) }
      }
    }
    return others.enumerated().sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }
      .lazy.map { label.centered(at: $0.element.place) }.first(where: fits)
  }

  /// In one line, in two of about equal length, and the same in smaller letters.
  private static func forms(of name: String) -> [MapLabel] {
    let lines = [[name]] + (halves(of: name).map { [$0] } ?? [])
    return [MapLabel.Font.area, .tight].flatMap { font in
      lines.map { MapLabel($0.map { .init(text: $0, font: font) }) }
    }
  }

  /// A name broken at the space or hyphen nearest to its middle.
  private static func halves(of name: String) -> [String]? {
    let breaks = name.indices.filter { name[$0] == " " || name[$0] == "-" }
    let middle = breaks.min { first, second in
      imbalance(of: name, at: first) < imbalance(of: name, at: second)
    }
    guard let middle else { return nil }
    let first = String(name[middle] == " " ? name[..<middle] : name[...middle])
    let rest = String(name[name.index(after: middle)...])
    return first.isEmpty || rest.isEmpty ? nil : [first, rest]
  }

  private static func imbalance(of name: String, at index: String.Index) -> Int {
    abs(name[..<index].count - name[index...].count)
  }

  /// Islands and other small parts of an area are not considered.
  private static let mostParts = 3

  /// The places tried in each direction.
  private static let mostSteps = 30.0
}
