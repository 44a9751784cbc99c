import Geography
import Streams

extension Query {
  /// Several origins, such as people who look for a place to meet.
  ///
  /// The distance of a listing is the maximum or the sum of its distances from the origins.
  public struct Group: Hashable, Sendable {
    /// One of the origins.
    public struct Origin: Hashable, Sendable {
      /// The position.
      public var coordinate: Coordinate
      /// The member at this origin; repeated in the origins of the answer.
      public var member: String?
      /// The maximum distance from here in meters, inclusive; nil for none.
      public var maxMeters: Double?

      /// Makes an origin.
      public init(_ coordinate: Coordinate, member: String? = nil, maxMeters: Double? = nil) {
        self.coordinate = coordinate
        self.member = member
        self.maxMeters = maxMeters
      }
    }

    /// How the distances from the origins are combined.
    public enum Aggregate: String, Codable, CaseIterable, Hashable, Sendable {
      /// The maximum.
      case worst
      /// The sum.
      case sum
    }

    /// The origins, 1...1000, in the order of the reported distances.
    public var origins: [Origin]
    /// How the distances are combined.
    public var by: Aggregate
    /// The maximum distance from each of them in meters, inclusive; nil for none.
    public var maxMeters: Double?

    /// Makes a group.
    public init(_ origins: [Origin], by: Aggregate = .worst, maxMeters: Double? = nil) {
      self.origins = origins
      self.by = by
      self.maxMeters = maxMeters
    }

    /// The effective maximum distance from an origin: its own or the common one, whichever is less.
    package func limit(of origin: Origin) -> Double { Swift.min(origin.maxMeters ?? .infinity, maxMeters ?? .infinity) }
  }
}

extension Query {
  /// Parses `group`, and `near` as a list.
  mutating func readGroup(_ origins: [JSONValue], _ members: QueryMembers) throws(QueryError) {
    let wishes = try members["group"].map { value throws(QueryError) in
      try QueryMembers(value, path: "group", keys: ["by", "max"], example: #"{"by":"sum","max":2000}"#)
    }
    if !origins.isEmpty, origins.allSatisfy({ $0.number != nil }) {
      throw .wrongType(
        path: "near", found: "an array of numbers", expected: "a coordinate, or a list of several",
        example: #"{"lat":48.7758,"lon":9.1829}"#)
    }
    var group = Group([])
    for (index, value) in origins.enumerated() {
      group.origins.append(try Group.Origin(queryJSON: value, path: "near[\(index)]"))
    }
    group.by = try wishes?.word("by", of: Group.Aggregate.self) ?? .worst
    group.maxMeters = try wishes?.meters("max")
    try group.check()
    self.group = group
  }
}

extension Query.Group {
  /// The value of `group`; nil for the usual one.
  var wishesJSON: JSONValue? {
    var wishes = JSONObject()
    if by != .worst { wishes["by"] = .string(by.rawValue) }
    wishes["max"] = maxMeters.map { .double($0) }
    return wishes.members.isEmpty ? nil : .object(wishes)
  }
}

extension QueryMembers {
  /// A nonnegative number of meters.
  func meters(_ key: String) throws(QueryError) -> Double? {
    try number(key, in: 0...Double.greatestFiniteMagnitude, allowed: "meters from 0 up", example: "2000")
  }
}

extension Query.Group.Origin {
  fileprivate init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    let example = #"{"lat":48.7758,"lon":9.1829,"member":"ana"}"#
    let members = try QueryMembers(value, path: path, keys: ["lat", "lon", "member", "max"], example: example)
    self.init(
      try Coordinate(members), member: try members.string("member", example: #""ana""#),
      maxMeters: try members.meters("max"))
  }

  var json: JSONValue {
    var object = JSONObject([("lat", .double(coordinate.latitude)), ("lon", .double(coordinate.longitude))])
    object["member"] = member.map { .string($0) }
    object["max"] = maxMeters.map { .double($0) }
    return .object(object)
  }
}

extension Query.Group {
  /// Checks the ranges.
  func check() throws(QueryError) {
    guard (1...QueryLimits.mostOrigins).contains(origins.count) else {
      throw .outOfRange(
        path: "near", found: "a list of \(origins.count)",
        allowed: "one origin or a list of 1 to \(QueryLimits.mostOrigins)")
    }
    for (index, origin) in origins.enumerated() {
      try origin.coordinate.check(path: "near[\(index)]")
      if let max = origin.maxMeters { try Self.check(max, path: "near[\(index)].max") }
    }
    if let maxMeters { try Self.check(maxMeters, path: "group.max") }
  }

  private static func check(_ meters: Double, path: String) throws(QueryError) {
    guard meters >= 0 else {
      throw .outOfRange(path: path, found: "\(meters)", allowed: "a number of meters, 0 or more")
    }
  }
}

extension Coordinate {
  /// Rejects an invalid coordinate.
  func check(path: String) throws(QueryError) {
    guard !isValid else { return }
    let swapped = Coordinate(latitude: longitude, longitude: latitude)
    throw .outOfRange(
      path: path, found: "\(latitude), \(longitude)",
      allowed: "a latitude from -90 to 90 and a longitude from -180 to 180",
      hint: swapped.isValid ? "Are latitude and longitude swapped?" : nil)
  }
}
