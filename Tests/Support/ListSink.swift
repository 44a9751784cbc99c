@testable import Vicinity
@testable import VicinityFormats

/// Collects imported listings in memory.
package final class ListSink: ListingSink {
  package private(set) var listings: [Listing] = []
  private var lines: [String: Int] = [:]

  package func accept(_ listing: Listing, line: Int) -> RowRejection? {
    if let first = lines[listing.id] { return .duplicateId(listing.id, firstLine: first) }
    lines[listing.id] = line
    listings.append(listing)
    return nil
  }

  package init() {}

  package subscript(id: String) -> Listing? { listings.first { $0.id == id } }
}
