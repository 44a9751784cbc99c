import Streams

extension Plan {
  /// Rejects an invalid member name.
  static func checkMember(_ name: String, at path: String) throws(QueryError) {
    guard SignalLimits.allow(member: name) else {
      throw .outOfRange(
        path: path, found: name.isEmpty ? "an empty name" : name.shortened, allowed: SignalLimits.allowedMember)
    }
  }

  /// Rejects a caller with an invalid member name.
  static func checkCaller(_ query: Query) throws(QueryError) {
    guard let caller = query.caller else { return }
    try checkMember(caller, at: "caller")
  }
}
