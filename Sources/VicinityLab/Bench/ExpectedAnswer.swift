import CivilTime
import Streams
import Vicinity

/// The expected answer to a query, computed independently.
///
/// Every part is optional and compared if present. Listings at equal distances, or with equal starts, may be in any
/// order, and so may those tied for the last place.
public struct ExpectedAnswer: Hashable, Sendable {
  /// The ids of the matches in order.
  public var ids: [String]?
  /// Meters from `near`, one for each id.
  public var distances: [Double]?
  /// The starts of the events, one for each id.
  public var starts: [Instant]?
  /// The number of matches.
  public var total: Int?
  /// The minimum correct total, if `total` is not given.
  public var low: Int?
  /// The maximum correct total, if `total` is not given.
  public var high: Int?

  /// The allowed difference of two computations of a distance, in meters: answers are rounded to the millimeter.
  public static let toleranceMeters = 0.001

  /// Makes an expectation that every answer meets.
  public init() {}
}

extension ExpectedAnswer {
  private static let keys = [
    "ids", "distances", "starts", "total", "low", "high", "dist", "start", "count", "lo", "hi",
  ]

  /// Parses the value of a query's key `expected`: `ids`, `distances`, `starts`, `total`, `low`, `high`.
  ///
  /// `dist`, `start`, `count`, `lo` and `hi` are accepted too, ids may be integers, and starts seconds since 1970.
  /// - Throws: `QueryError` with the path and what was expected there.
  public init(json: JSONValue) throws(QueryError) {
    let members = try QueryMembers(
      json, path: "expected", keys: Self.keys, example: #"{"ids":["bar-1"],"distances":[84.213]}"#)
    ids = try Self.list("ids", members, "ids such as \"bar-1\"") { $0.string ?? $0.integer.map(String.init) }
    distances = try Self.list(members.first("distances", "dist"), members, "meters") { $0.number }
    starts = try Self.list(members.first("starts", "start"), members, "instants") { $0.instant }
    total = try Self.count(members.first("total", "count"), members)
    low = try Self.count(members.first("low", "lo"), members)
    high = try Self.count(members.first("high", "hi"), members)
    try checkLengths()
  }

  private static func count(_ key: String, _ members: QueryMembers) throws(QueryError) -> Int? {
    try members.integer(key, in: 0...Int.max, allowed: "a whole number from 0 up", example: "12")
  }

  private static func list<Element>(
    _ key: String, _ members: QueryMembers, _ expected: String, element: (JSONValue) -> Element?
  ) throws(QueryError) -> [Element]? {
    guard let value = members[key] else { return nil }
    let elements = value.array?.compactMap(element)
    guard let elements, elements.count == value.array?.count else {
      throw .wrongType(
        path: members.path(of: key), found: value.typeName, expected: "an array of \(expected)", example: "[]")
    }
    return elements
  }

  private func checkLengths() throws(QueryError) {
    for (name, count) in [("distances", distances?.count), ("starts", starts?.count)] {
      guard let count, count != ids?.count else { continue }
      throw .outOfRange(
        path: "expected.\(name)", found: "\(count) elements", allowed: "one for each of the \(ids?.count ?? 0) ids")
    }
  }
}

extension QueryMembers {
  /// The first of two spellings that is present, else the first.
  fileprivate func first(_ key: String, _ other: String) -> String {
    self[key] == nil && self[other] != nil ? other : key
  }
}

extension JSONValue {
  /// The instant of ISO 8601 text or of seconds since 1970.
  fileprivate var instant: Instant? {
    if let integer { return Instant(secondsSince1970: Int64(integer)) }
    guard let string else { return nil }
    // Invalid text is reported by the caller, with its path.
    do { return try Instant(parsing: string) } catch { return nil }
  }
}
