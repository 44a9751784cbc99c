/// The members of one object in a query's JSON form, taken key by key with the checks that every key needs.
///
/// A member that is `null` counts as absent.
struct QueryMembers {
  /// Where the object stands; empty for the query itself.
  let path: String
  private let object: JSONObject

  /// Takes the object apart; every key must be among `keys`.
  init(_ value: JSONValue, path: String, keys: [String], example: String) throws(QueryError) {
    guard case .object(let object) = value else {
      throw .wrongType(path: path, found: value.typeName, expected: "an object", example: example)
    }
    self.path = path
    self.object = object
    try refuseRepetition()
    for member in object.members where !keys.contains(member.key) {
      let suggestion = Self.habits[member.key].flatMap { keys.contains($0) ? $0 : nil }
      throw .unknownKey(
        path: self.path(of: member.key), suggestion: suggestion ?? Suggestion.nearest(to: member.key, among: keys),
        known: keys)
    }
  }

  /// Of two values nobody knows which one was meant.
  private func refuseRepetition() throws(QueryError) {
    var keys: Set<String> = []
    for member in object.members where !keys.insert(member.key).inserted {
      throw .conflict("\(path(of: member.key.shortened)) is given twice; give it once")
    }
  }

  /// What other systems call our keys.
  private static let habits = [
    "lng": "lon", "long": "lon", "x": "lon", "y": "lat", "order": "sort", "orderBy": "sort", "sortBy": "sort",
    "q": "text",
    "query": "text", "search": "text", "type": "kinds", "types": "kinds", "cursor": "after", "size": "limit",
    "top": "limit",
    "bbox": "within", "box": "within", "center": "near", "origin": "near", "distance": "radius", "start": "from",
    "end": "to", "arrival": "from", "departure": "to", "select": "fields", "count": "total",
  ]

  /// The place of a member, for messages.
  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The value of `key`; nil when it is absent or `null`.
  subscript(key: String) -> JSONValue? {
    guard let value = object[key], !value.isNull else { return nil }
    return value
  }

  func string(_ key: String, expected: String = "a string", example: String) throws(QueryError) -> String? {
    guard let value = self[key] else { return nil }
    return try value.queryString(at: path(of: key), expected: expected, example: example)
  }

  func bool(_ key: String) throws(QueryError) -> Bool? {
    guard let value = self[key] else { return nil }
    if let bool = value.bool { return bool }
    throw .wrongType(path: path(of: key), found: value.typeName, expected: "true or false", example: "true")
  }

  func number(
    _ key: String, in range: ClosedRange<Double>, allowed: String, example: String
  ) throws(QueryError) -> Double? {
    guard let value = self[key] else { return nil }
    return try value.queryNumber(at: path(of: key), in: range, allowed: allowed, example: example)
  }

  func integer(
    _ key: String, in range: ClosedRange<Int>, allowed: String, example: String
  ) throws(QueryError) -> Int? {
    guard let value = self[key] else { return nil }
    guard value.number != nil else {
      throw .wrongType(path: path(of: key), found: value.typeName, expected: "a whole number", example: example)
    }
    guard let integer = value.integer, range.contains(integer) else {
      throw .outOfRange(path: path(of: key), found: value.text, allowed: allowed)
    }
    return integer
  }

  /// The value of a key that must be there.
  func required(_ key: String) throws(QueryError) -> JSONValue {
    guard let value = self[key] else { throw .missing(path: path(of: key), neededBy: path) }
    return value
  }
}

extension JSONValue {
  func queryString(at path: String, expected: String, example: String) throws(QueryError) -> String {
    if let string { return string }
    throw .wrongType(path: path, found: typeName, expected: expected, example: example)
  }

  func queryNumber(
    at path: String, in range: ClosedRange<Double>, allowed: String, example: String
  ) throws(QueryError) -> Double {
    guard let number else { throw .wrongType(path: path, found: typeName, expected: "a number", example: example) }
    guard range.contains(number) else { throw .outOfRange(path: path, found: text, allowed: allowed) }
    return number
  }

  /// The elements of an array, or the value itself as the only element.
  func queryElements(at path: String) -> [(value: JSONValue, path: String)] {
    guard let array else { return [(self, path)] }
    return array.enumerated().map { ($1, "\(path)[\($0)]") }
  }
}
