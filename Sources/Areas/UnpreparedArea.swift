import CGEOS
import Geography

/// An area asked without any index: the naive way, which benchmarks compare with.
package final class UnpreparedArea {
  private let shape: GEOSShape

  /// - Parameter area: in normal form.
  package init(_ area: MultiPolygon) throws { shape = try GEOSContext().shape(area) }

  /// Whether a coordinate belongs to the area; looks at every edge.
  package func covers(_ coordinate: Coordinate) -> Bool {
    let context = shape.context.handle
    guard let point = GEOSGeom_createPointFromXY_r(context, coordinate.longitude, coordinate.latitude) else {
      return false
    }
    defer { GEOSGeom_destroy_r(context, point) }
    return GEOSCovers_r(context, shape.handle, point) == 1
  }
}
