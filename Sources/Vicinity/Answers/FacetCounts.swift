/// How many of all matches have each value of a facet.
public struct FacetCounts: Hashable, Sendable {
  /// What was counted.
  public var facet: Query.Facet
  /// The values that occur, in the order of the facet.
  public var values: [Value]
  /// The matches that have none; they are told last.
  public var without: Int

  /// One value with its count.
  public struct Value: Hashable, Sendable {
    /// As in a query; bands are written `10-20`.
    public var value: String
    /// At least 1.
    public var count: Int
  }
}
