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
  /// The names of members.
  static func hosts(_ value: JSONValue, at key: String) throws(QueryError) -> [String] {
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
