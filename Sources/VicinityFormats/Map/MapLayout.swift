import Geography
import Hours
import Vicinity

/// Everything on a map in its place: marks that do not overlap, and labels that cover nothing.
struct MapLayout: Sendable {
  let features: [MapFeature]
  let view: MapView
  let graticule: Graticule
  /// The results.
  let items: [MapItem]
  /// Listings and clusters, in the order of their first items.
  let marks: [MapMark]
  /// The size of the clusters.
  let scale: ClusterScale
  /// The boxes of the origins, each around the cluster that lies on it.
  let origins: [PixelBox]
  /// Names of origins, listings and areas, and the degrees of the graticule.
  private(set) var labels: [MapLabel] = []
  private var placement: LabelPlacement
  /// Whether the file says of bars when they are open.
  private let hasHours: Bool

  /// How many of the first results have a number.
  static let mostRanks = 10
  /// The maximum number of marks with names; further ones are drawn without.
  static let mostNames = 200
  /// From the center of an origin to its ring, in pixels.
  private static let ringReach = 12.0
  /// The length of its four ticks.
  static let tickLength = 6.0

  init(_ features: [MapFeature], view: MapView) {
    (self.features, self.view, graticule) = (features, view, Graticule(view))
    hasHours = features.contains { $0.kind == .bar && $0.state != nil }
    items = Self.items(of: features, view)
    let origins = features.filter(\.isOrigin).flatMap(\.points).map(view.point)
    let clustering = MarkClustering(items, origins: origins)
    let (marks, scale) = (clustering.marks, clustering.scale)
    (self.marks, self.scale) = (marks, scale)
    self.origins = origins.map { point in
      let cluster = marks.first { $0.form == .cluster && $0.point == point }
      let reach = max(Self.ringReach, cluster.map { scale.reach($0.count) + 4 } ?? 0) + Self.tickLength
      return PixelBox(around: point, reach, reach)
    }
    placement = LabelPlacement(map: view.frame)
    placeLabels()
  }

  private static func items(of features: [MapFeature], _ view: MapView) -> [MapItem] {
    let results = features.indices.filter { features[$0].isResult }
    let listings = results.filter { features[$0].count == nil }
    let isOrdered = !listings.isEmpty && listings.allSatisfy { features[$0].isOrdered }
    var ranks: [Int: Int] = [:]
    if isOrdered { for (index, feature) in listings.prefix(mostRanks).enumerated() { ranks[feature] = index + 1 } }
    return results.flatMap { index in
      features[index].points.map { coordinate in
        MapItem(
          feature: index, coordinate: coordinate, point: view.point(coordinate), count: features[index].count ?? 1,
          isCluster: features[index].count != nil, rank: ranks[index])
      }
    }
  }

  /// Marks come first, then names by their weight: the first results, areas, the others, degrees.
  private mutating func placeLabels() {
    for mark in marks { placement.reserve(mark.box(scale)) }
    for box in origins { placement.reserve(box) }
    for line in lines { placement.lines.draw(line) }
    placeOrigins()
    let ranked = marks.filter(\.isRanked)
    placeNames(of: ranked)
    placeAreas()
    placeNames(of: marks.filter { !$0.isRanked }.prefix(Self.mostNames))
    for label in graticule.labels { keep(placement.place(label)) }
  }

  private mutating func keep(_ label: MapLabel?) { labels += label.map { [$0] } ?? [] }

  /// The lines that labels should not cover.
  private var lines: [[MapView.Point]] {
    features.flatMap { feature in
      let circles = feature.radiusMeters.map { radius in feature.points.map { $0.circle(radiusMeters: radius) } } ?? []
      let rings = feature.role == "corridor" ? [] : feature.polygons.flatMap(\.self)
      return (circles + feature.lines + rings).map { $0.map(view.point) }
    }
  }

  private mutating func placeOrigins() {
    let names = features.filter(\.isOrigin).flatMap { feature in feature.points.map { _ in feature.name } }
    for (name, box) in zip(names, origins) {
      if let name { keep(placement.place([Self.label(name)], beside: box)) }
    }
  }

  private mutating func placeNames(of marks: some Sequence<MapMark>) {
    for mark in marks {
      let (forms, box) = (names(of: mark), mark.box(scale))
      // The label of a mark at an origin is placed next to the origin.
      let place = origins.first { $0.contains(box) } ?? box
      if !forms.isEmpty { keep(placement.place(forms, beside: place)) }
    }
  }

  /// The forms of a mark's label, the best first: for one listing its name, with rating and price if it has a rank; for
  /// two or three listings their names; for more, the first results among them.
  private func names(of mark: MapMark) -> [MapLabel] {
    let members = mark.items.map { (item: items[$0], feature: features[items[$0].feature]) }
    if mark.form == .listing {
      guard let name = members[0].feature.name else { return [] }
      let detail = members[0].item.rank.flatMap { _ in members[0].feature.detail }
      let short = members[0].item.rank == nil ? [] : [Self.label(name.truncated(to: Self.shortColumns))]
      return (detail.map { [Self.label(name, detail: $0)] } ?? []) + [Self.label(name)] + short
    }
    let names = members.compactMap { member -> String? in
      // Listings that share a location show their ranks in their shapes.
      let rank = mark.form == .cluster ? member.item.rank : nil
      let words = [rank.map { "\($0)" }, member.feature.name].compactMap { $0 }
      return words.isEmpty || (rank == nil && mark.count > 3) ? nil : words.joined(separator: " ")
    }
    guard let first = names.first else { return [] }
    let all = Self.label(names.joined(separator: ", "))
    return names.count == 1 ? [all] : [all, Self.label("\(first) +\(names.count - 1)")]
  }

  private static func label(_ name: String, detail: String? = nil) -> MapLabel {
    let lines = [MapLabel.Line(text: name.printable.truncated(to: mostColumns), font: .name)]
    return MapLabel(
      lines + (detail.map { [.init(text: $0.printable.truncated(to: mostColumns), font: .detail)] } ?? []))
  }

  private static let mostColumns = 36
  /// For the first results, rather than no name.
  private static let shortColumns = 14

  private mutating func placeAreas() {
    let names = AreaNames(map: view.frame)
    for feature in features where !feature.polygons.isEmpty {
      guard let name = feature.areaName?.printable.truncated(to: Self.mostColumns) else { continue }
      let polygons = feature.polygons.map { $0.map { $0.map(view.point).thinned } }
      keep(names.place(name, in: polygons, &placement))
    }
  }
}

extension MapLayout {
  /// The state of a listing in the picture: unknown for a bar without one when other bars have one.
  func state(of feature: MapFeature) -> OpeningState? {
    feature.state ?? (feature.kind == .bar && hasHours ? .unknown : nil)
  }
}

extension [MapView.Point] {
  /// The ring or line without points that are less than half a pixel from the one before.
  var thinned: [MapView.Point] {
    var thinned = Array(prefix(1))
    for point in dropFirst() {
      let last = thinned[thinned.count - 1]
      if abs(point.x - last.x) + abs(point.y - last.y) >= 0.5 { thinned.append(point) }
    }
    return thinned
  }
}
