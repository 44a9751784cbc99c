/// The number of matches for each value of a facet.
public struct FacetCounts: Hashable, Sendable {
  /// The facet counted.
  public var facet: Query.Facet
  /// The values that occur, in the order of the facet.
  public var values: [Value]
  /// The number of matches without a value, reported last.
  public var without: Int

  /// One value with its count.
  public struct Value: Hashable, Sendable {
    /// The value as in a query; bands are written `10-20`.
    public var value: String
    /// The number of matches, at least 1.
    public var count: Int
  }
}
