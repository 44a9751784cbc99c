extension Query {
  /// Reads `caller`.
  mutating func readCaller(_ members: QueryMembers) throws(QueryError) {
    if let name = try members.string("caller", expected: "the name of a member", example: #""member-31""#) {
      caller = name
    }
  }

  func writeCaller(into object: inout JSONObject) { object["caller"] = caller.map { .string($0) } }
}

extension Plan {
  /// Refuses a caller that can be no member.
  static func checkCaller(_ query: Query) throws(QueryError) {
    guard let caller = query.caller else { return }
    guard !caller.isEmpty, caller.utf8.count <= SignalLimits.longestMember else {
      throw .outOfRange(
        path: "caller", found: caller.isEmpty ? "an empty name" : "\(caller.utf8.count) bytes",
        allowed: "a name of 1 to \(SignalLimits.longestMember) bytes")
    }
  }
}
