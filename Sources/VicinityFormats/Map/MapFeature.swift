import Geography
import Streams
import Vicinity

/// One thing on a map: a GeoJSON feature with its geometry taken apart.
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
  /// What is said about it.
  public var properties = JSONObject()

  /// Makes a feature without anything.
  public init() {}

  /// Every position of its geometry.
  var coordinates: [Coordinate] { points + lines.flatMap(\.self) + polygons.flatMap { $0.flatMap(\.self) } }

  /// How many listings it stands for, when it is a cluster.
  var count: Int? { properties["count"]?.integer.flatMap { $0 > 0 ? $0 : nil } }

  /// The radius of a circle around each of its points, in meters; of an origin also the farthest that somebody goes.
  var radiusMeters: Double? {
    meters("radius") ?? (isOrigin ? meters("max") : nil)
  }

  /// How far on either side of its line things are looked for, in meters.
  var widthMeters: Double? { meters("width") }

  private func meters(_ key: String) -> Double? {
    properties[key]?.number.flatMap { $0 > 0 && $0.isFinite ? min($0, MapFeature.largestRadius) : nil }
  }

  /// A quarter of a meridian: a larger circle is none on a map.
  private static let largestRadius = 10_000_000.0

  /// Whether it is where a query sets out from, not something that was found.
  var isOrigin: Bool { ["role", "kind"].contains { properties[$0]?.string == "origin" } }

  /// The kind of the listing; nil for what is none.
  var kind: Kind? { properties["kind"]?.string.flatMap(Kind.init(rawValue:)) }

  /// What people call it.
  var label: String? {
    for key in ["name", "title", "member"] {
      if let name = properties[key]?.string, !name.isEmpty { return name }
    }
    if isOrigin { return properties["number"]?.integer.map(String.init) }
    return count == nil ? id : nil
  }
}
