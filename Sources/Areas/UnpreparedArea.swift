import CGEOS
import Geography

/// An area without any index: the naive baseline of the benchmarks.
package final class UnpreparedArea {
  private let shape: GEOSShape

  /// - Parameter area: in normal form.
  package init(_ area: MultiPolygon) throws { shape = try GEOSContext().shape(area) }

  /// Whether the area contains a coordinate; visits every edge.
  package func covers(_ coordinate: Coordinate) -> Bool {
    let context = shape.context.handle
    guard let point = GEOSGeom_createPointFromXY_r(context, coordinate.longitude, coordinate.latitude) else {
      return false
    }
    defer { GEOSGeom_destroy_r(context, point) }
    return GEOSCovers_r(context, shape.handle, point) == 1
  }
}
