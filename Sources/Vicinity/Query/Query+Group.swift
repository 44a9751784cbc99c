import Geography
import Streams

extension Query {
  /// Several origins: of people, say, who look for a place to meet.
  ///
  /// The distance of a listing is the worst of its distances from the origins, or their sum.
  public struct Group: Hashable, Sendable {
    /// One of the origins.
    public struct Origin: Hashable, Sendable {
      /// Where it is.
      public var coordinate: Coordinate
      /// Who is there; repeated where the answer tells origins.
      public var member: String?
      /// The greatest distance from here in meters, included; nil without a limit of its own.
      public var max: Double?

      /// Makes an origin.
      public init(_ coordinate: Coordinate, member: String? = nil, max: Double? = nil) {
        self.coordinate = coordinate
        self.member = member
        self.max = max
      }
    }

    /// How the distances from the origins become one.
    public enum Aggregate: String, Codable, CaseIterable, Hashable, Sendable {
      /// The greatest: fair to whoever has the longest way.
      case worst
      /// All together: the least way in total.
      case sum
    }

    /// The origins, 1...1000, in the order in which distances are told.
    public var origins: [Origin]
    /// How their distances become one.
    public var by: Aggregate
    /// The greatest distance from each of them in meters, included; nil without a limit for all.
    public var max: Double?

    /// Makes a group.
    public init(_ origins: [Origin], by: Aggregate = .worst, max: Double? = nil) {
      self.origins = origins
      self.by = by
      self.max = max
    }

    /// The greatest distance from an origin that counts: its own limit or that of all, whichever is less.
    package func limit(of origin: Origin) -> Double { Swift.min(origin.max ?? .infinity, max ?? .infinity) }
  }
}

extension Query {
  /// Reads `group`, and `near` where it is a list.
  mutating func readGroup(_ members: QueryMembers) throws(QueryError) {
    let origins = members["near"]?.array
    let wishes = try members["group"].map { value throws(QueryError) in
      try QueryMembers(value, path: "group", keys: ["by", "max"], example: #"{"by":"sum","max":2000}"#)
    }
    guard let origins else {
      if wishes != nil { throw .missing(path: "near", neededBy: "group") }
      return
    }
    var group = Group([])
    for (index, value) in origins.enumerated() {
      group.origins.append(try Group.Origin(queryJSON: value, path: "near[\(index)]"))
    }
    group.by = try wishes?.word("by", of: Group.Aggregate.self) ?? .worst
    group.max = try wishes?.meters("max")
    try group.check()
    self.group = group
  }

  func writeGroup(into object: inout JSONObject) {
    guard let group else { return }
    object["near"] = .array(group.origins.map(\.json))
    var wishes = JSONObject()
    if group.by != .worst { wishes["by"] = .string(group.by.rawValue) }
    wishes["max"] = group.max.map { .double($0) }
    if !wishes.members.isEmpty { object["group"] = .object(wishes) }
  }
}

extension QueryMembers {
  /// A number of meters from 0 up.
  func meters(_ key: String) throws(QueryError) -> Double? {
    try number(key, in: 0...Double.greatestFiniteMagnitude, allowed: "meters from 0 up", example: "2000")
  }
}

extension Query.Group.Origin {
  fileprivate init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    let example = #"{"lat":48.7758,"lon":9.1829,"member":"ana"}"#
    let members = try QueryMembers(value, path: path, keys: ["lat", "lon", "member", "max"], example: example)
    self.init(
      try Coordinate(members), member: try members.string("member", example: #""ana""#), max: try members.meters("max"))
  }

  fileprivate var json: JSONValue {
    var object = JSONObject([("lat", .double(coordinate.latitude)), ("lon", .double(coordinate.longitude))])
    object["member"] = member.map { .string($0) }
    object["max"] = max.map { .double($0) }
    return .object(object)
  }
}

extension Query.Group {
  /// Refuses what is out of range.
  func check() throws(QueryError) {
    guard (1...QueryLimits.mostOrigins).contains(origins.count) else {
      throw .outOfRange(
        path: "near", found: "a list of \(origins.count)",
        allowed: "one origin or a list of 1 to \(QueryLimits.mostOrigins)")
    }
    for (index, origin) in origins.enumerated() {
      try origin.coordinate.check(path: "near[\(index)]")
      if let max = origin.max { try Self.check(max, path: "near[\(index)].max") }
    }
    if let max { try Self.check(max, path: "group.max") }
  }

  private static func check(_ meters: Double, path: String) throws(QueryError) {
    guard meters >= 0 else {
      throw .outOfRange(path: path, found: "\(meters)", allowed: "a number of meters, 0 or more")
    }
  }
}

extension Coordinate {
  /// Refuses what is no position.
  func check(path: String) throws(QueryError) {
    guard !isValid else { return }
    let swapped = Coordinate(latitude: longitude, longitude: latitude)
    throw .outOfRange(
      path: path, found: "\(latitude), \(longitude)",
      allowed: "a latitude from -90 to 90 and a longitude from -180 to 180",
      hint: swapped.isValid ? "Are latitude and longitude swapped?" : nil)
  }
}
