/// The standing queries that one listing starts and stops matching.
public struct StandingChange: Hashable, Sendable {
  /// The id of the listing.
  public var listing: String
  /// The ids of the queries that find it now and did not before, ascending by their bytes in UTF-8.
  public var begins: [String]
  /// The ids of the queries that matched it before and no longer do, ascending by their bytes in UTF-8.
  public var ceases: [String]

  /// Makes a change.
  public init(listing: String, begins: [String] = [], ceases: [String] = []) {
    (self.listing, self.begins, self.ceases) = (listing, begins, ceases)
  }
}

/// The effects of committed changes on standing queries.
public struct StandingChanges: Hashable, Sendable {
  /// One element for each listing that starts or stops matching a query, in the order of their first changes.
  public var listings: [StandingChange]
  /// Whether these are all: false after a change whose listings the catalog does not know, such as an import that
  /// changes more than ``StandingQueries/mostImported``.
  public var isComplete: Bool
  /// The marks of the evaluated changes, for stored queries; see `Catalog.removeKept(_:)`.
  package var judgedMarks: [Int] = []
  /// Whether no committed change is left for another call.
  package var isAll = true
  /// Evaluations that were skipped because they would have cost too much.
  package var skipped: [SkippedQuery] = []

  /// Makes an answer.
  public init(listings: [StandingChange] = [], isComplete: Bool = true) {
    (self.listings, self.isComplete) = (listings, isComplete)
  }
}

/// A query that was not evaluated at a change of a listing, because that would have cost too much.
package struct SkippedQuery: Hashable, Sendable {
  /// The id of the query.
  package var query: String
  /// The id of the listing.
  package var listing: String
}

extension String {
  /// The order of ids.
  static func areAscending(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { left.lexicographicallyPrecedes($0) } }
  }
}
