import Geography

/// Where a couch is whose place is private.
package struct ExactPoint: Hashable, Sendable {
  var coordinate: Coordinate
  /// How far away the public point may lie, in meters.
  var radius: Double
  var address: String?

  /// The radii that a listing may have, in meters.
  package static let radii = 10.0...50_000.0
}

extension Listing {
  /// The listing with the place that its public point stands for.
  func placed(at exact: ExactPoint?) -> Listing {
    guard let exact else { return self }
    var listing = self
    listing.coordinate = exact.coordinate
    listing.address = exact.address
    return listing
  }
}
