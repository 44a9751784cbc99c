import Geography
import Streams
import Vicinity

extension MapDrawing {
  /// The cells of clusters, faintly.
  mutating func drawCells() {
    for feature in features where feature.count != nil {
      guard let box = feature.box, box.longitudeSpan < 180 else { continue }
      let corners = [(box.north, box.west), (box.north, box.east), (box.south, box.east), (box.south, box.west)]
      let path = SVGText.path(corners.map { view.point(.init(latitude: $0, longitude: $1)) }, isClosed: true)
      svg.element("path", "class=\"cell\" d=\"\(path)\"")
    }
  }

  /// Clusters as circles whose size shows the power of ten; the largest first, so that small ones are on top.
  mutating func drawClusters() {
    var clusters: [(count: Int, point: MapView.Point, name: String?)] = []
    for feature in features {
      guard let count = feature.count else { continue }
      clusters += feature.points.map { (count, view.point($0), feature.label) }
    }
    for (_, cluster) in clusters.enumerated().sorted(by: {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }) {
      let reach = ClusterMark.reach(cluster.count)
      labels.reserve(around: cluster.point, reach)
      svg.element(
        "circle",
        "class=\"mark \(ClusterMark.style(cluster.count))\" \(Self.center(cluster.point)) r=\"\(SVGText.number(reach))\"",
        title: cluster.name.map { "\($0): \(cluster.count)" } ?? "\(cluster.count)")
      guard cluster.count > 1 else { continue }
      let base = MapView.Point(x: cluster.point.x, y: cluster.point.y + 4)
      svg.words(
        ClusterMark.text(cluster.count), at: base, cluster.count < 100 ? "number" : "bright", anchor: "middle")
    }
  }

  /// Listings as marks in the shape of their kind; the first one on top.
  mutating func drawListings() {
    for feature in listingFeatures.reversed() {
      for point in feature.points.map(view.point) {
        labels.reserve(around: point, Self.markReach)
        mark(feature.kind, at: point, title: Self.description(of: feature))
      }
    }
  }

  /// The origins of the query, as crosses in circles.
  mutating func drawOrigins() {
    for point in origins.flatMap(\.points).map(view.point) {
      labels.reserve(around: point, 9)
      svg.element("circle", "class=\"origin\" \(Self.center(point)) r=\"7\"")
      let (x, y) = (SVGText.number(point.x), SVGText.number(point.y))
      svg.element("path", "class=\"origin\" d=\"M\(x),\(y)m-11,0h22m-11,-11v22\"")
    }
  }

  /// Names where there is room, in the order of the features.
  mutating func drawNames() {
    for feature in origins + listingFeatures.prefix(Self.mostLabels) {
      guard let label = feature.label?.printable.truncated(to: 32), let place = feature.points.first else { continue }
      let reach = feature.isOrigin ? 11 : Self.markReach
      guard let found = labels.place(label, beside: view.point(place), reach: reach) else { continue }
      for style in ["halo", "name"] { svg.words(label, at: found.point, style, anchor: found.anchor.rawValue) }
    }
  }

  /// A circle for bars, a diamond for events, a square for couches, and a small circle without a kind.
  mutating func mark(_ kind: Kind?, at point: MapView.Point, title: String? = nil) {
    let (x, y) = (SVGText.number(point.x), SVGText.number(point.y))
    switch kind {
    case .bar: svg.element("circle", "class=\"mark bar\" \(Self.center(point)) r=\"6\"", title: title)
    case .event:
      svg.element("path", "class=\"mark event\" d=\"M\(x),\(y)m0,-7.5l7.5,7.5l-7.5,7.5l-7.5,-7.5z\"", title: title)
    case .couch: svg.element("path", "class=\"mark couch\" d=\"M\(x),\(y)m-5.5,-5.5h11v11h-11z\"", title: title)
    case nil: svg.element("circle", "class=\"mark other\" \(Self.center(point)) r=\"5\"", title: title)
    }
  }

  static let markReach = 7.0

  var listingFeatures: [MapFeature] { features.filter { !$0.points.isEmpty && $0.count == nil && !$0.isOrigin } }
  private var origins: [MapFeature] { features.filter { $0.isOrigin && $0.count == nil } }

  private static func center(_ point: MapView.Point) -> String {
    "cx=\"\(SVGText.number(point.x))\" cy=\"\(SVGText.number(point.y))\""
  }

  /// The name and the distance.
  private static func description(of feature: MapFeature) -> String? {
    guard let label = feature.label else { return nil }
    guard let meters = feature.properties["distance"]?.number, abs(meters) < 1e9 else { return label }
    return "\(label), \(Int(meters.rounded())) m"
  }
}

/// The appearance of a cluster.
enum ClusterMark {
  /// The number of digits, 1 to 4 or more.
  private static func digits(_ count: Int) -> Int { String(count).utf8.count }

  static func style(_ count: Int) -> String { "c\(min(4, digits(count)))" }

  /// Pixels from its center to its edge.
  static func reach(_ count: Int) -> Double {
    guard count > 1 else { return 6 }
    var (reach, rest) = (10.0, count)
    // A step for each doubling: cells are 64 pixels wide on the map they are made for.
    while rest > 2, reach < 30 {
      reach += 1.4
      rest /= 2
    }
    return reach
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
