import Streams

extension Query {
  /// Parses `weights` where results are not recommended for members.
  mutating func readBestMatch(_ value: JSONValue) throws(QueryError) {
    bestMatch = try BestMatchWeights(queryJSON: value)
  }

  /// Validates the weights of the order `best`.
  ///
  /// - Parameter order: the sort keys; empty for the default order.
  func checkBestMatch(among order: [SortKey]) throws(QueryError) {
    guard order.use(.best) || order.isEmpty && text != nil && along == nil else {
      throw .missing(path: "sort \"best\" or \"recommended\"", neededBy: "weights")
    }
    try bestMatch?.check()
  }
}
