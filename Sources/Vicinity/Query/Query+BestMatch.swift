import Streams

extension Query {
  /// Parses `weights` where results are not recommended for members.
  ///
  /// - Throws: `QueryError.missing` if the order is not `best`.
  mutating func readBestMatch(_ value: JSONValue) throws(QueryError) {
    let order = sort + paretoFront
    guard order.use(.best) || (order.isEmpty && text != nil && along == nil) else {
      throw .missing(path: "sort \"best\" or \"recommended\"", neededBy: "weights")
    }
    bestMatch = try BestMatchWeights(queryJSON: value)
  }
}
