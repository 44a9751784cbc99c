import CodedErrors
import Streams

/// The members of one object in a query's JSON form, read key by key with the common checks.
///
/// A member that is `null` is treated as absent.
package struct QueryMembers {
  /// The path of the object; empty for the query itself.
  let path: String
  private let object: JSONObject
  /// A bit for each `mark` of a key present here: most keys of the form are absent, which their bit shows.
  private var marks: UInt64 = 0
  /// A bit for each of the first 64 keys, in their order, that is present.
  private var present: UInt64 = 0
  private let keys: [String]

  /// Reads the members of an object; every key must be one of `keys`.
  package init(_ value: JSONValue, path: String, keys: [String], example: String) throws(QueryError) {
    guard case .object(let object) = value else {
      throw .wrongType(path: path, found: value.typeName, expected: "an object", example: example)
    }
    self.path = path
    self.object = object
    self.keys = keys
    for member in object.members { marks |= Self.mark(of: member.key) }
    if areKnownAndDistinct(among: keys) { return }
    try refuseRepetition()
    for member in object.members where !keys.contains(member.key) {
      let suggestion = Self.habits[member.key].flatMap { meant in
        keys.contains(String(meant.prefix { $0 != "." })) ? meant : nil
      }
      throw .unknownKey(
        path: self.path(of: member.key), suggestion: suggestion ?? Suggestion.nearest(to: member.key, among: keys),
        known: keys)
    }
  }

  /// Whether all keys are known and distinct; without allocation or hashing, for the few keys of a query. Notes which
  /// are present.
  private mutating func areKnownAndDistinct(among keys: [String]) -> Bool {
    for member in object.members {
      guard let position = keys.firstIndex(where: { Self.isSame($0, member.key) }), position < 64,
        present >> UInt64(position) & 1 == 0
      else {
        return false
      }
      present |= 1 << UInt64(position)
    }
    return true
  }

  /// One of 64 bits, by the length and the first letter of a key.
  @inline(__always)
  private static func mark(of key: String) -> UInt64 {
    let utf8 = key.utf8
    return 1 << UInt64((utf8.count &* 11 &+ Int(utf8.first ?? 0)) & 63)
  }

  /// Whether two keys are equal; most differ in length.
  @inline(__always)
  private static func isSame(_ key: String, _ other: String) -> Bool {
    key.utf8.count == other.utf8.count && key == other
  }

  /// Rejects repeated keys as ambiguous.
  private func refuseRepetition() throws(QueryError) {
    var keys: Set<String> = []
    for member in object.members where !keys.insert(member.key).inserted {
      throw .conflict("\(path(of: member.key.shortened)) is given twice; give it once")
    }
  }

  /// Common names of these keys in other systems, and keys that belong to the object of another one.
  private static let habits = [
    "lng": "lon", "long": "lon", "x": "lon", "y": "lat", "order": "sort", "orderBy": "sort", "sortBy": "sort",
    "q": "text",
    "query": "text", "search": "text", "type": "kinds", "types": "kinds", "cursor": "after", "size": "limit",
    "top": "limit",
    "bbox": "within", "box": "within", "center": "near", "origin": "near", "distance": "radius", "start": "from",
    "end": "to", "arrival": "from", "departure": "to", "select": "fields", "count": "total", "and": "filter",
    "or": "filter", "not": "filter", "where": "filter", "nights": "stay.nights", "between": "stay.between",
    "guests": "stay.guests", "partly": "stay.partly", "from": "stay.from", "to": "stay.to", "on": "stay.on",
    "checkIn": "stay.from", "checkin": "stay.from", "checkOut": "stay.to", "checkout": "stay.to",
    "maxPrice": "price.max", "minPrice": "price.min", "currency": "price.currency",
    "maxNightPrice": "nightPrice.max", "minNightPrice": "nightPrice.min", "pricePerNight": "nightPrice",
    "minRating": "rating.min",
    "status": "operatingStatus",
  ]

  /// The path of a member, for messages.
  package func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The value of `key`; nil when it is absent or `null`.
  package subscript(key: String) -> JSONValue? {
    guard marks & Self.mark(of: key) != 0,
      let member = object.members.first(where: { Self.isSame($0.key, key) }), !member.value.isNull
    else { return nil }
    return member.value
  }

  /// Calls `body` with the position and the value of each key that is present and not `null`, in the order of the
  /// keys, at most 64.
  func forEach(_ body: (Int, JSONValue) throws(QueryError) -> Void) throws(QueryError) {
    var rest = present
    while rest != 0 {
      let position = rest.trailingZeroBitCount
      rest &= rest &- 1
      if let value = self[keys[position]] { try body(position, value) }
    }
  }

  package func string(_ key: String, expected: String = "a string", example: String) throws(QueryError) -> String? {
    guard let value = self[key] else { return nil }
    return try value.queryString(at: path(of: key), expected: expected, example: example)
  }

  package func bool(_ key: String) throws(QueryError) -> Bool? {
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

  package func integer(
    _ key: String, in range: ClosedRange<Int>, allowed: String, example: String
  ) throws(QueryError) -> Int? {
    guard let value = self[key] else { return nil }
    guard value.number != nil else {
      throw .wrongType(path: path(of: key), found: value.foundText, expected: "a whole number", example: example)
    }
    guard let integer = value.integer, range.contains(integer) else {
      throw .outOfRange(path: path(of: key), found: value.foundText, allowed: allowed)
    }
    return integer
  }

  /// The value of a required key.
  package func required(_ key: String) throws(QueryError) -> JSONValue {
    guard let value = self[key] else { throw .missing(path: path(of: key), neededBy: path) }
    return value
  }
}

extension JSONValue {
  package func queryString(
    at path: @autoclosure () -> String, expected: String, example: String
  ) throws(QueryError) -> String {
    guard let string else {
      throw .wrongType(path: path(), found: typeName, expected: expected, example: example)
    }
    // Many programs, and functions of SQLite, take it for the end of a text.
    guard !string.utf8.contains(0) else {
      throw .outOfRange(path: path(), found: "a text with U+0000", allowed: "text without it")
    }
    return string
  }

  package func queryNumber(
    at path: @autoclosure () -> String, in range: ClosedRange<Double>, allowed: String, example: String
  ) throws(QueryError) -> Double {
    guard let number else {
      let expected = string?.isTooPrecise == true ? "a number of fewer digits" : "a number"
      throw .wrongType(path: path(), found: foundText, expected: expected, example: example)
    }
    guard range.contains(number) else { throw .outOfRange(path: path(), found: foundText, allowed: allowed) }
    return number
  }

  /// The text or number found in place of a number.
  fileprivate var foundText: String {
    switch self {
    case .double(let number) where !number.isFinite: "a number beyond 1.8e308"
    case .int, .double: text
    case .string(let text): "\"\(text)\""
    case .null, .bool, .array, .object: typeName
    }
  }

  /// Reads the elements of an array, or the value itself as the only element.
  ///
  /// - Parameter read: receives an element and its path, which is built only for messages.
  func queryElements<Element>(
    at path: String, _ read: (JSONValue, () -> String) throws(QueryError) -> Element
  ) throws(QueryError) -> [Element] {
    guard let array else { return [try read(self, { path })] }
    var elements: [Element] = []
    elements.reserveCapacity(array.count)
    for index in array.indices { elements.append(try read(array[index], { "\(path)[\(index)]" })) }
    return elements
  }
}
