import Streams

extension Query {
  /// Reads `caller`.
  mutating func readCaller(_ members: QueryMembers) throws(QueryError) {
    if let name = try members.string("caller", expected: "the name of a member", example: #""member-31""#) {
      caller = name
    }
  }

  func writeCaller(into object: inout JSONObject) { object["caller"] = caller.map { .string($0) } }
}
