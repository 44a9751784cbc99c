import Streams

extension Query {
  mutating func readWhy(_ members: QueryMembers) throws(QueryError) {
    if let value = members["front"] { paretoFront = try value.queryWords(of: SortKey.self, at: "front") }
    if let wanted = try members.bool("relax") { relax = wanted }
  }

  func writeWhy(into object: inout JSONObject) {
    if !paretoFront.isEmpty { object["front"] = .array(paretoFront.map { .string($0.rawValue) }) }
    if relax { object["relax"] = .bool(true) }
  }

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
