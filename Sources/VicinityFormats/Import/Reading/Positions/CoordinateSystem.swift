import Foundation
import Geography
import Streams
import Vicinity

/// The coordinate reference system that data name, of those that can be read: longitude comes first.
enum CoordinateSystem: Hashable {
  /// Degrees of WGS 84, or of a system that differs from it by less than two meters.
  case degrees
  /// Meters of the web Mercator projection.
  case webMercator

  /// - Parameter crs: the member `crs` of GeoJSON 2008 (section 3), or the name itself; nil and null mean degrees.
  /// - Throws: `otherCoordinateSystem` for one that is not read.
  init(_ crs: JSONValue?) throws(RowRejection) {
    let properties = crs?.object?["properties"]?.object
    let found = ["name", "code", "href"].lazy.compactMap { key in
      properties?[key].flatMap { $0.string ?? $0.integer.map { "\($0)" } }
    }.first
    guard let name = found ?? crs?.string ?? crs?.object.map({ JSONValue.object($0).text }) else {
      self = .degrees
      return
    }
    // urn:ogc:def:crs:EPSG::3857, EPSG:3857, http://www.opengis.net/def/crs/EPSG/0/3857
    let code = name.split { ":/#".contains($0) }.last.map { $0.uppercased().filter { $0 != " " } } ?? ""
    if Self.codesOfDegrees.contains(code) {
      self = .degrees
    } else if Self.codesOfMercator.contains(code) {
      self = .webMercator
    } else {
      throw .otherCoordinateSystem(name)
    }
  }

  /// A position of the system, with its first coordinate as longitude, in degrees.
  func degrees(of position: Coordinate) -> Coordinate {
    guard self == .webMercator else { return position }
    return Coordinate(
      latitude: atan(sinh(position.latitude / Self.radiusMeters)) * 180 / .pi,
      longitude: position.longitude / Self.radiusMeters * 180 / .pi)
  }

  /// Of the sphere of the projection (EPSG method 1024).
  private static let radiusMeters = 6_378_137.0

  private static let codesOfDegrees: Set = [
    "CRS84", "CRS84H", "CRS83", "WGS84", "WGS84(CRS84)", "4326", "4979", "4258", "4269",
  ]
  /// With the numbers that other programs gave it.
  private static let codesOfMercator: Set = ["3857", "3785", "900913", "102100", "102113"]
}
