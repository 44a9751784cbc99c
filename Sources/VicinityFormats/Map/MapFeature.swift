import Geography
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

  /// Every position of its geometry.
  var coordinates: [Coordinate] { points + lines.flatMap(\.self) + polygons.flatMap { $0.flatMap(\.self) } }

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

  /// The kind of the listing; nil for other features.
  var kind: Kind? { properties["kind"]?.string.flatMap(Kind.init(rawValue:)) }

  /// The name for display.
  var label: String? {
    for key in ["name", "title", "member"] {
      if let name = properties[key]?.string, !name.isEmpty { return name }
    }
    if isOrigin { return properties["number"]?.integer.map(String.init) }
    return count == nil ? id : nil
  }
}
