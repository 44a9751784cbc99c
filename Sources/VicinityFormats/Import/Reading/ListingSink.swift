import Geography
import Vicinity

/// Receives the listings of an import, in order.
protocol ListingSink {
  /// Adds one listing.
  /// - Returns: why its id cannot be used; nil when it was added.
  func accept(_ listing: Listing, line: Int) throws -> RowRejection?

  /// The public coordinate of a listing.
  func publicCoordinate(of listing: Listing) throws -> Coordinate
}

extension ListingSink {
  func publicCoordinate(of listing: Listing) throws -> Coordinate { listing.coordinate }
}
