import Streams

extension FilterExpression {
  /// Whether the host is one of some members.
  public static func hosted(by members: [String]) -> FilterExpression {
    .isIn(FilterOperand(.host), members.map { .text($0) })
  }

  /// Whether the host is none of some members; also true without a host.
  public static func notHosted(by members: [String]) -> FilterExpression {
    .or([.isNull(.field(.host)), .not(.hosted(by: members))])
  }
}

/// The keys `host` and `notHost` are short for a filter expression.
extension Query {
  mutating func readHosts(_ members: QueryMembers) throws(QueryError) {
    var parts = [filter].compactMap { $0 }
    if let names = try Self.names(members, "host") { parts.append(.hosted(by: names)) }
    if let names = try Self.names(members, "notHost") { parts.append(.notHosted(by: names)) }
    filter = FilterExpression(all: parts)
  }

  private static func names(_ members: QueryMembers, _ key: String) throws(QueryError) -> [String]? {
    guard let value = members[key] else { return nil }
    let names = try value.queryElements(at: key) { (element, place) throws(QueryError) in
      try element.queryString(at: place(), expected: "a member", example: #""member-31""#)
    }
    guard !names.isEmpty, !names.contains("") else {
      throw .outOfRange(
        path: key, found: value.text, allowed: "at least one member", hint: "Leave the key out for all.")
    }
    return names
  }
}
