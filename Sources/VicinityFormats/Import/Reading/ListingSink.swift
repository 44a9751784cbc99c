import Geography
import Vicinity

/// Receives the listings of an import, in order.
protocol ListingSink {
  /// Adds one listing.
  /// - Returns: the line of an earlier listing of the same import with the same id; nil when it was added.
  func accept(_ listing: Listing, line: Int) throws -> Int?

  /// The public coordinate of a listing.
  func publicCoordinate(of listing: Listing) throws -> Coordinate
}

extension ListingSink {
  func publicCoordinate(of listing: Listing) throws -> Coordinate { listing.coordinate }
}
