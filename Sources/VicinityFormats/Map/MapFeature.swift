import Geography
import Hours
import Streams
import Vicinity

/// One feature on a map, with its geometry split by type.
public struct MapFeature: Hashable, Sendable {
  /// The `id` of the feature, as text.
  public var id: String?
  /// The positions of points.
  public var points: [Coordinate] = []
  /// Lines, each of two positions or more.
  public var lines: [[Coordinate]] = []
  /// Polygons: an outer ring and its holes, each closed.
  public var polygons: [[[Coordinate]]] = []
  /// The `bbox` of the feature.
  public var box: BoundingBox?
  /// The properties of the feature.
  public var properties = JSONObject()

  /// Makes an empty feature.
  public init() {}

  /// Makes an origin of the query, with a circle around it.
  public init(origin: Coordinate, radiusMeters: Double?) {
    points = [origin]
    properties["role"] = .string("origin")
    properties["radius"] = radiusMeters.map { .double($0) }
  }

  /// The number of listings of a cluster.
  var count: Int? { properties["count"]?.integer.flatMap { $0 > 0 ? $0 : nil } }

  /// The radius of a circle around each of its points, in meters; for an origin also the maximum distance of a group
  /// member.
  var radiusMeters: Double? {
    meters("radius") ?? (isOrigin ? meters("max") : nil)
  }

  /// The width of the corridor on either side of its line, in meters.
  var widthMeters: Double? { meters("width") }

  private func meters(_ key: String) -> Double? {
    properties[key]?.number.flatMap { $0 > 0 && $0.isFinite ? min($0, MapFeature.largestRadius) : nil }
  }

  /// A quarter of a meridian: a larger circle cannot be drawn.
  private static let largestRadius = 10_000_000.0

  /// Whether it is an origin of the query, not a result.
  var isOrigin: Bool { ["role", "kind"].contains { properties[$0]?.string == "origin" } }

  /// Whether its points are results: listings, clusters or any other points.
  var isResult: Bool { !points.isEmpty && !isOrigin }

  /// The kind of the listing; nil for other features.
  var kind: Kind? { properties["kind"]?.string.flatMap(Kind.init(rawValue:)) }

  /// A word for an event that does not take place.
  var status: EventStatus? { properties["status"]?.string.flatMap(EventStatus.init(rawValue:)) }

  /// Whether the listing is open; nil when the file does not say.
  var state: OpeningState? { properties["open"]?.string.flatMap(OpeningState.init(rawValue:)) }

  /// Whether it is a listing of an answer in order: it has been measured from an origin or route, or scored.
  var isOrdered: Bool {
    kind != nil && ["distance", "score", "routePosition"].contains { properties[$0]?.number != nil }
  }

  /// The name of an area; nil for the corridor of a route, and without a name.
  var areaName: String? { role == "corridor" ? nil : name }

  /// The role of the feature in a query, as in GeoJSON answers; "" in other files.
  var role: String { properties["role"]?.string ?? "" }

  /// The name next to its mark; for an unnamed origin of a group, a letter.
  var name: String? {
    let names = ["name", "title", "member"].lazy.compactMap { properties[$0]?.string }
    return names.first { !$0.isEmpty } ?? (isOrigin ? properties["number"]?.integer.flatMap(Self.letter) : nil)
  }

  /// The name in a tooltip: the id without one.
  var label: String? { name ?? (count == nil ? id : nil) }

  /// A, B, … Z for 1 to 26: ranks and counts are numbers.
  private static func letter(_ number: Int) -> String {
    guard (1...26).contains(number) else { return "\(number)" }
    return String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number - 1)))
  }
}
