import Geography
import Vicinity

/// Takes the listings that an import reads, in their order.
protocol ListingSink {
  /// Takes one listing.
  /// - Returns: the line of an earlier listing of the same import with the same id; nil when it was taken.
  func accept(_ listing: Listing, line: Int) throws -> Int?

  /// Where everybody will see the listing.
  func publicCoordinate(of listing: Listing) throws -> Coordinate
}

extension ListingSink {
  func publicCoordinate(of listing: Listing) throws -> Coordinate { listing.coordinate }
}
