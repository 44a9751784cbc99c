import Geography

/// The exact location of a couch with a private location.
package struct ExactPoint: Hashable, Sendable {
  var coordinate: Coordinate
  /// The maximum distance of the public point, in meters.
  var radius: Double
  var address: String?

  /// The radii that a listing may have, in meters.
  package static let radii = 10.0...50_000.0
}

extension Listing {
  /// The listing at its exact place instead of its public point.
  func placed(at exact: ExactPoint?) -> Listing {
    guard let exact else { return self }
    var listing = self
    listing.coordinate = exact.coordinate
    listing.address = exact.address
    return listing
  }
}
