import Foundation
import Geography

/// The azimuthal equidistant projection of WGS 84: distances and directions from the center are exact.
///
/// A point on the map is held as a coordinate whose longitude is x and whose latitude is y, in meters east and north.
struct AzimuthalMap {
  private let origin: DistanceOrigin

  /// In meters; beyond, the map stretches by more than 1.7 %.
  static let farthest = 2_000_000.0

  init(around middle: Coordinate) { origin = DistanceOrigin(middle, metric: .wgs84) }

  /// The shape in meters.
  ///
  /// - Throws: `AreaError` where less than `margin` remains up to `farthest`.
  func project(_ shape: MultiPolygon, margin: Double) throws(AreaError) -> MultiPolygon {
    for polygon in shape.polygons {
      for coordinate in polygon.rings.joined() where !(origin.meters(to: coordinate) + margin <= Self.farthest) {
        throw AreaError("the area is too large for a buffer, which may reach 2000 km from its middle", at: coordinate)
      }
    }
    return shape.mapped(project)
  }

  func unproject(_ shape: MultiPolygon) -> MultiPolygon { shape.mapped(unproject) }

  func project(_ coordinate: Coordinate) -> Coordinate {
    let meters = origin.meters(to: coordinate)
    let azimuth = meters > 0 ? origin.azimuth(to: coordinate) * .pi / 180 : 0
    return Coordinate(latitude: meters * cos(azimuth), longitude: meters * sin(azimuth))
  }

  /// The coordinate at a point of the map.
  ///
  /// The spherical solution is off by at most about 0.7 % of the distance; each corrective step gains two digits.
  func unproject(_ point: Coordinate) -> Coordinate {
    var aim = point
    var found = onSphere(aim)
    for _ in 0..<6 {
      let reached = project(found)
      aim.latitude += point.latitude - reached.latitude
      aim.longitude += point.longitude - reached.longitude
      found = onSphere(aim)
    }
    return found
  }

  /// The spherical solution, computed with vectors so that the poles need no special case.
  private func onSphere(_ point: Coordinate) -> Coordinate {
    let (y, x) = (point.latitude, point.longitude)
    let meters = (x * x + y * y).squareRoot()
    guard meters > 0 else { return origin.coordinate }
    let angle = meters / Ellipsoid.meanRadiusMeters
    let (latitude, longitude) = (origin.coordinate.latitude * .pi / 180, origin.coordinate.longitude * .pi / 180)
    let up = SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    let north = SIMD3(-sin(latitude) * cos(longitude), -sin(latitude) * sin(longitude), cos(latitude))
    let east = SIMD3(-sin(longitude), cos(longitude), 0)
    let end = up * cos(angle) + (north * (y / meters) + east * (x / meters)) * sin(angle)
    return Coordinate(
      latitude: atan2(end.z, (end.x * end.x + end.y * end.y).squareRoot()) * 180 / .pi,
      longitude: atan2(end.y, end.x) * 180 / .pi)
  }
}

extension MultiPolygon {
  fileprivate func mapped(_ transform: (Coordinate) -> Coordinate) -> MultiPolygon {
    MultiPolygon(polygons.map { Polygon(rings: $0.rings.map { $0.map(transform) }) })
  }
}
