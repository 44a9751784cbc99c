import Streams

extension Query {
  /// Validates the keys of a Pareto front.
  func checkParetoFront() throws(QueryError) {
    guard !paretoFront.isEmpty else { return }
    if !sort.isEmpty { throw .conflict("front: the front is in the order of its first key; leave \"sort\" out") }
    if after != nil { throw .conflict("front: a front has no pages; leave \"after\" out and give a higher \"limit\"") }
    if cluster != nil { throw .conflict("front: clusters count all matches; give either \"front\" or \"cluster\"") }
    if paretoFront.use(.name) {
      throw .outOfRange(path: "front", found: "name", allowed: "keys by which something is better: names are not")
    }
  }
}
