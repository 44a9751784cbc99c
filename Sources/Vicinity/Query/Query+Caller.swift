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

extension Plan {
  /// Refuses a name that no member can have.
  static func checkMember(_ name: String, at path: String) throws(QueryError) {
    guard SignalLimits.allow(member: name) else {
      throw .outOfRange(
        path: path, found: name.isEmpty ? "an empty name" : name.shortened, allowed: SignalLimits.allowedMember)
    }
  }

  /// Refuses a caller that can be no member.
  static func checkCaller(_ query: Query) throws(QueryError) {
    guard let caller = query.caller else { return }
    try checkMember(caller, at: "caller")
  }
}
