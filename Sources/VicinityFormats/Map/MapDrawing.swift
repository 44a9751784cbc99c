import Geography
import Streams

/// Draws a map as a picture (SVG 1.1): a heading, the map, and a legend with a scale.
///
/// Areas, lines and circles lie below, then origins, listings and clusters, then names. A plain map without tiles,
/// with a graticule. The same contents give the same bytes.
///
/// - Points with the property `count` are clusters, whose `bbox` is their cell; those with `role` or `kind` `origin`
///   are drawn as crosses; the property `kind` gives listings their shape, and `open` fills it.
/// - Listings that would overlap are drawn as a circle with their number.
/// - Listings with a `distance`, `score` or `routePosition` are in order: the first ten have their rank.
/// - The property `radius` of a point, in meters, draws a circle around it; the property `width` of a line, the
///   corridor up to that distance on either side.
/// - Polygons with `role` `corridor` lie under their line; other polygons are areas with their names.
public struct MapDrawing: Sendable {
  let layout: MapLayout
  let legend: MapLegend
  let heading: MapHeading
  let units: DistanceUnits
  private let title: String?
  var svg = SVGText()

  /// Lays out a picture.
  ///
  /// - Parameters:
  ///   - contents: the contents to draw.
  ///   - title: above the map, for screen readers and tooltips; nil draws none.
  ///   - width: in pixels; the height follows from the contents.
  ///   - units: of the scale, and of distances in tooltips.
  /// - Throws: `MapError.empty` when no feature has a position.
  public init(
    _ contents: MapContents, title: String? = nil, width: Int = 960, units: DistanceUnits = .metric
  ) throws(MapError) {
    guard let view = MapView(contents.features, width: Double(width)) else { throw .empty }
    (self.title, self.units) = (title, units)
    layout = MapLayout(contents.features, view: view)
    legend = MapLegend(of: layout, width: view.width, units: units)
    heading = MapHeading(title: title, remark: contents.remark, width: view.width)
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
    drawing.drawOrigins()
    drawing.drawMarks()
    for label in layout.labels { drawing.svg.words(label, hasHalo: true) }
    drawing.drawFrame()
    drawing.svg.line("</svg>")
    drawing.drawLegend()
    drawing.svg.line("</svg>")
    return drawing.svg.text
  }

  private mutating func begin() {
    let (width, mapHeight) = (SVGText.number(layout.view.width), SVGText.number(layout.view.height))
    let height = SVGText.number(heading.height + layout.view.height + legend.height)
    let size = "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\""
    svg.line("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) role=\"img\">")
    svg.line("<title>\(SVGText.escaped(title ?? "Map"))</title>")
    svg.line("<style>\(MapStyle.sheet)</style>")
    svg.element("rect", "class=\"page\" width=\"\(width)\" height=\"\(height)\"")
    for label in heading.labels { svg.words(label) }
    // A nested picture cuts off what reaches beyond the map.
    svg.line("<svg y=\"\(SVGText.number(heading.height))\" width=\"\(width)\" height=\"\(mapHeight)\">")
  }

  private mutating func drawGraticule() {
    let (width, height) = (SVGText.number(layout.view.width), SVGText.number(layout.view.height))
    for line in layout.graticule.meridians {
      svg.element("path", "class=\"grid\" d=\"M\(SVGText.number(line.position)),0v\(height)\"")
    }
    for line in layout.graticule.parallels {
      svg.element("path", "class=\"grid\" d=\"M0,\(SVGText.number(line.position))h\(width)\"")
    }
  }

  private mutating func drawFrame() {
    let (width, height) = (SVGText.number(layout.view.width - 1), SVGText.number(layout.view.height - 1))
    svg.element("rect", "class=\"frame\" x=\"0.5\" y=\"0.5\" width=\"\(width)\" height=\"\(height)\"")
  }

  // MARK: Areas and lines

  private mutating func drawPolygons() {
    for feature in layout.features where !feature.polygons.isEmpty {
      let parts = feature.polygons.map { $0.map { $0.map(layout.view.point).thinned } }
      // Much of an area may lie beyond the map.
      let path = parts.filter { PixelPolygon($0, within: layout.view.frame) != nil }
        .flatMap { $0.map { SVGText.path($0, isClosed: true) } }
      guard !path.isEmpty else { continue }
      svg.element("path", "class=\"\(feature.polygonStyle)\" d=\"\(path.joined())\"", title: feature.label)
    }
  }

  private mutating func drawCircles() {
    for feature in layout.features {
      guard let radius = feature.radiusMeters else { continue }
      for point in feature.points {
        let path = SVGText.path(point.circle(radiusMeters: radius).map(layout.view.point), isClosed: true)
        svg.element("path", "class=\"radius\" d=\"\(path)\"")
      }
    }
  }

  private mutating func drawLines() {
    let hasCorridor = layout.features.contains { $0.role == "corridor" }
    for feature in layout.features where !feature.lines.isEmpty {
      let path = feature.lines.map { SVGText.path($0.map(layout.view.point).thinned, isClosed: false) }
      if let width = feature.widthMeters, !hasCorridor {
        let pixels = SVGText.number(2 * width / layout.view.metersPerPixel)
        svg.element("path", "class=\"reach\" stroke-width=\"\(pixels)\" d=\"\(path.joined())\"")
      }
      svg.element("path", "class=\"line\" d=\"\(path.joined())\"", title: feature.label)
    }
  }

  /// The cells of clusters, faintly.
  private mutating func drawCells() {
    for feature in layout.features where feature.count != nil {
      guard let box = feature.box, box.longitudeSpan < 180 else { continue }
      let corners = [(box.north, box.west), (box.north, box.east), (box.south, box.east), (box.south, box.west)]
      let path = SVGText.path(corners.map { layout.view.point(.init(latitude: $0, longitude: $1)) }, isClosed: true)
      svg.element("path", "class=\"cell\" d=\"\(path)\"")
    }
  }
}

extension MapFeature {
  fileprivate var polygonStyle: String { ["corridor", "outside"].contains(role) ? role : "area" }
}
