import Geography

extension MapView {
  /// Fits features into a picture; nil when none has a position.
  ///
  /// Results, origins and routes fill it. Circles and areas are shown whole where that makes the map at most 1.3 times
  /// coarser; otherwise they are cut off: an empty radius or a country would leave little space for the results.
  init?(_ features: [MapFeature], width: Double) {
    let circles = features.flatMap { feature in
      feature.radiusMeters.map { radius in
        feature.points.flatMap { $0.circle(radiusMeters: radius, corners: 16) }
      } ?? []
    }
    let areas = features.flatMap { $0.polygons.flatMap { $0.flatMap(\.self) } }
    let positions = features.flatMap { $0.points + $0.lines.flatMap(\.self) }
    let hasResults = features.contains { $0.isResult }
    guard hasResults, let closest = MapView(positions, width: width) else {
      self.init(positions + circles + areas, width: width)
      return
    }
    let wider = [circles + areas, areas, circles].lazy.compactMap { MapView(positions + $0, width: width) }
    self = wider.first { $0.scale * Self.mostCoarser >= closest.scale } ?? closest
  }

  private static let mostCoarser = 1.3
}
