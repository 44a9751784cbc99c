import Geography

/// One position of a result in the picture: a listing, or a cluster of the answer.
struct MapItem: Hashable, Sendable {
  /// The index of its feature.
  var feature: Int
  var coordinate: Coordinate
  var point: MapView.Point
  /// The number of listings; 1 unless it is a cluster.
  var count: Int
  /// Whether it is a cluster of the answer, even of one listing.
  var isCluster: Bool
  /// Its place in the order of the answer, from 1, if the picture shows it.
  var rank: Int?
}
