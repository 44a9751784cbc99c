import Streams

/// Draws features as a picture (SVG 1.1): areas, lines and circles below, then clusters, listings and their names.
///
/// A plain map without tiles, with a graticule, a scale and a legend. The same features give the same bytes.
///
/// - Points with the property `count` are clusters, whose `bbox` is their cell; those with `role` or `kind` `origin`
///   are drawn as crosses; the property `kind` gives listings their shape.
/// - The property `radius` of a point, in meters, draws a circle around it; the property `width` of a line, the
///   corridor up to that distance on either side.
/// - Polygons with `role` `corridor` lie under their line; other polygons are areas.
public struct MapDrawing: Sendable {
  let features: [MapFeature]
  let view: MapView
  let title: String
  var svg = SVGText()
  var labels: LabelPlacement

  /// The maximum number of listings with names; further ones are drawn without.
  static let mostLabels = 200

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - features: what is drawn.
  ///   - title: for screen readers and tooltips.
  ///   - width: in pixels; the height follows from the contents.
  /// - Throws: `MapError.empty` when no feature has a position.
  public init(_ features: [MapFeature], title: String = "Map", width: Int = 960) throws(MapError) {
    self.features = features
    self.title = title
    let shown = features.flatMap { feature in
      guard let radius = feature.radiusMeters else { return feature.coordinates }
      return feature.coordinates + feature.points.flatMap { $0.circle(radiusMeters: radius, corners: 16) }
    }
    guard let view = MapView(shown, width: Double(width)) else { throw .empty }
    self.view = view
    labels = LabelPlacement(width: view.width, height: view.height)
  }

  /// The allowed widths of pictures, in pixels.
  public static let widths = 200...4000

  /// The picture as text.
  public func text() -> String {
    var drawing = self
    drawing.begin()
    drawing.drawGraticule()
    drawing.drawPolygons()
    drawing.drawCircles()
    drawing.drawLines()
    drawing.drawCells()
    drawing.drawClusters()
    drawing.drawListings()
    drawing.drawOrigins()
    drawing.drawNames()
    drawing.drawScale()
    drawing.drawLegend()
    drawing.svg.line("</svg>")
    return drawing.svg.text
  }

  private mutating func begin() {
    let (width, height) = (SVGText.number(view.width), SVGText.number(view.height))
    svg.line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\">"
    )
    svg.line("<title>\(SVGText.escaped(title))</title>")
    svg.line("<style>\(MapStyle.sheet)</style>")
    svg.element("rect", "class=\"page\" width=\"\(width)\" height=\"\(height)\"")
    // The corners of the scale and the legend.
    labels.reserve(.init(left: 0, top: view.height - 44, right: 200, bottom: view.height))
    labels.reserve(.init(left: view.width - 110, top: view.height - 110, right: view.width, bottom: view.height))
  }

  // MARK: Areas and lines

  private mutating func drawPolygons() {
    for feature in features where !feature.polygons.isEmpty {
      let path = feature.polygons.flatMap(\.self).map { ring in SVGText.path(ring.map(view.point), isClosed: true) }
      svg.element("path", "class=\"\(feature.polygonStyle)\" d=\"\(path.joined())\"", title: feature.label)
    }
  }

  private mutating func drawCircles() {
    for feature in features {
      guard let radius = feature.radiusMeters else { continue }
      for point in feature.points {
        let path = SVGText.path(point.circle(radiusMeters: radius).map(view.point), isClosed: true)
        svg.element("path", "class=\"radius\" d=\"\(path)\"")
      }
    }
  }

  private mutating func drawLines() {
    let hasCorridor = features.contains { $0.polygonStyle == "corridor" }
    for feature in features where !feature.lines.isEmpty {
      let path = feature.lines.map { SVGText.path($0.map(view.point), isClosed: false) }
      if let width = feature.widthMeters, !hasCorridor {
        let pixels = SVGText.number(2 * width / view.metersPerPixel)
        svg.element("path", "class=\"reach\" stroke-width=\"\(pixels)\" d=\"\(path.joined())\"")
      }
      svg.element("path", "class=\"line\" d=\"\(path.joined())\"", title: feature.label)
    }
  }
}

extension MapFeature {
  fileprivate var polygonStyle: String {
    let role = properties["role"]?.string ?? ""
    return ["corridor", "outside"].contains(role) ? role : "area"
  }
}
