import Geography
import Streams

extension Query {
  /// A route, with the corridor along it.
  public struct Along: Hashable, Sendable {
    /// The vertices, at least two, in route order; see `Polyline` for the line between them.
    public var line: [Coordinate]
    /// The maximum distance from the line in meters, to either side, inclusive.
    public var widthMeters: Double
    /// The current position on the line: only listings strictly ahead match. Nil for the beginning, whose surroundings
    /// match too.
    public var from: Start?

    /// A position on the line.
    public enum Start: Hashable, Sendable {
      /// Meters along the line.
      case meters(Double)
      /// The nearest place on the line to a coordinate.
      case coordinate(Coordinate)
    }

    /// Makes a route.
    public init(_ line: [Coordinate], widthMeters: Double, from: Start? = nil) {
      self.line = line
      self.widthMeters = widthMeters
      self.from = from
    }
  }
}

extension Query.Along {
  private static let example =
    #"{"line":{"type":"LineString","coordinates":[[9.18,48.77],[9.2,48.78]]},"width":500}"#

  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    let members = try QueryMembers(value, path: path, keys: ["line", "width", "from"], example: Self.example)
    self.init(try LineString.vertices(of: try members.required("line"), path: members.path(of: "line")), widthMeters: 0)
    guard let width = try members.meters("width") else {
      throw .missing(path: members.path(of: "width"), neededBy: path)
    }
    self.widthMeters = width
    if let value = members["from"] { from = try Start(queryJSON: value, path: members.path(of: "from")) }
    try check()
  }

  var json: JSONValue {
    var object = JSONObject([("line", LineString.json(of: line)), ("width", .double(widthMeters))])
    object["from"] = from?.json
    return .object(object)
  }

  /// Checks the ranges.
  func check() throws(QueryError) {
    guard line.count > 1 else {
      throw .outOfRange(
        path: "along.line", found: line.count == 1 ? "one position" : "\(line.count) positions",
        allowed: "at least two positions")
    }
    for (index, vertex) in line.enumerated() where !vertex.isValid {
      try vertex.check(path: "along.line.coordinates[\(index)]")
    }
    guard widthMeters >= 0, widthMeters < .infinity else {
      throw .outOfRange(path: "along.width", found: "\(widthMeters)", allowed: "a number of meters, 0 or more")
    }
    switch from {
    case .meters(let meters) where !(meters >= 0):
      throw .outOfRange(path: "along.from", found: "\(meters)", allowed: "a number of meters, 0 or more")
    case .coordinate(let coordinate): try coordinate.check(path: "along.from")
    default: break
    }
  }

  /// The line from the current position on, with positions counted from its beginning.
  func polyline(metric: Metric) -> Polyline? {
    guard let line = Polyline(line, metric: metric) else { return nil }
    return switch from {
    case nil: line
    case .meters(let meters): line.clipped(from: meters)
    case .coordinate(let coordinate): line.clipped(from: line.place(of: coordinate).positionMeters)
    }
  }
}

extension Query.Along.Start {
  init(queryJSON value: JSONValue, path: String) throws(QueryError) {
    if value.object != nil {
      let example = #"{"lat":48.7758,"lon":9.1829}"#
      let members = try QueryMembers(value, path: path, keys: ["lat", "lon"], example: example)
      self = .coordinate(try Coordinate(members))
      return
    }
    let allowed = "meters along the line from 0 up, or a coordinate"
    self = .meters(
      try value.queryNumber(at: path, in: 0...Double.greatestFiniteMagnitude, allowed: allowed, example: "1200"))
  }

  var json: JSONValue {
    switch self {
    case .meters(let meters): .double(meters)
    case .coordinate(let place):
      .object(JSONObject([("lat", .double(place.latitude)), ("lon", .double(place.longitude))]))
    }
  }
}
