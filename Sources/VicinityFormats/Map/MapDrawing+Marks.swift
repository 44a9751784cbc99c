import Vicinity

extension MapDrawing {
  /// The origins of the query, as open crosshairs; marks at the same point are drawn on top.
  mutating func drawOrigins() {
    for box in layout.origins {
      let tick = MapLayout.tickLength
      let (center, ring) = (box.center, SVGText.number((box.right - box.left) / 2 - tick))
      svg.element("circle", "class=\"origin\" \(SVGText.center(center)) r=\"\(ring)\"")
      let (x, y, h) = (SVGText.number(center.x), SVGText.number(center.y), SVGText.number(tick))
      let (left, right) = (SVGText.number(box.left), SVGText.number(box.right))
      let (top, bottom) = (SVGText.number(box.top), SVGText.number(box.bottom))
      let ticks = "M\(left),\(y)h\(h)M\(right),\(y)h-\(h)M\(x),\(top)v\(h)M\(x),\(bottom)v-\(h)"
      svg.element("path", "class=\"origin\" d=\"\(ticks)\"")
    }
  }

  /// Listings in the shape of their kind, and circles with a number for many.
  mutating func drawMarks() {
    for mark in layout.marks {
      switch mark.form {
      case .listing: draw(mark.items[0], at: mark.point)
      case .place: drawPlace(mark)
      case .cluster: drawCluster(mark.count, at: mark.point, title: title(of: mark))
      }
    }
  }

  private mutating func draw(_ index: Int, at point: MapView.Point) {
    let item = layout.items[index]
    let feature = layout.features[item.feature]
    let title = feature.description(in: units).map { description in
      item.rank.map { "\($0). \(description)" } ?? description
    }
    svg.listing(feature.kind, layout.state(of: feature), rank: item.rank, at: point, title: title)
  }

  /// Listings of one place side by side, on a strip.
  private mutating func drawPlace(_ mark: MapMark) {
    svg.placeStrip(mark.box(layout.scale))
    let first = mark.point.x - ListingShape.placeStep * Double(mark.items.count - 1) / 2
    for (number, item) in mark.items.enumerated() {
      draw(item, at: .init(x: first + ListingShape.placeStep * Double(number), y: mark.point.y))
    }
  }

  private mutating func drawCluster(_ count: Int, at point: MapView.Point, title: String? = nil) {
    svg.cluster(count, reach: layout.scale.reach(count), at: point, title: title)
  }

  /// The number of listings and the names of the first.
  private func title(of mark: MapMark) -> String {
    let names = mark.items.compactMap { layout.features[layout.items[$0].feature].label }
    guard !names.isEmpty else { return "\(mark.count)" }
    let shown = names.prefix(Self.mostNamesInTitle).joined(separator: ", ")
    return "\(mark.count): \(shown)\(names.count > Self.mostNamesInTitle ? ", …" : "")"
  }

  private static let mostNamesInTitle = 12

  /// The meanings of shapes, below the map.
  mutating func drawLegend() {
    svg.line("<g transform=\"translate(0,\(SVGText.number(heading.height + layout.view.height)))\">")
    for entry in legend.entries {
      draw(entry.symbol, in: entry.symbolBox)
      svg.words(entry.words)
    }
    svg.line("</g>")
  }

  private mutating func draw(_ symbol: MapLegend.Symbol, in box: PixelBox) {
    let (left, width) = (SVGText.number(box.left), SVGText.number(box.right - box.left))
    switch symbol {
    case .scale:
      let bar = "M\(left),\(SVGText.number(box.center.y - 4))v6h\(width)v-6"
      svg.element("path", "class=\"origin\" d=\"\(bar)\"")
    case .listing(let kind, let state): svg.listing(kind, state, rank: nil, at: box.center)
    case .rank(let kind): svg.listing(kind, nil, rank: 1, at: box.center)
    case .place:
      let step = ListingShape.placeStep / 2
      svg.placeStrip(PixelBox(around: box.center, 2 * step, step - 1))
      for side in [-0.5, 0.5] {
        let point = MapView.Point(x: box.center.x + side * ListingShape.placeStep, y: box.center.y)
        svg.listing(nil, nil, rank: nil, at: point)
      }
    case .clusters(let counts):
      var x = box.left
      for count in counts {
        let reach = layout.scale.reach(count)
        drawCluster(count, at: .init(x: x + reach, y: box.center.y))
        x += 2 * reach + 4
      }
    case .outside:
      svg.element(
        "rect", "class=\"outside\" x=\"\(left)\" y=\"\(SVGText.number(box.top + 3))\" width=\"\(width)\" height=\"16\"")
    }
  }
}
