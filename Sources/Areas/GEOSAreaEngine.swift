import CGEOS
import Geography

/// The area engine of a catalog, implemented with GEOS.
///
///     let catalog = try Catalog(path: "vicinity.gpkg", areas: GEOSAreaEngine())
public struct GEOSAreaEngine: AreaEngine {
  /// The version of GEOS at run time, such as 3.11.1.
  package static var version: String {
    // Followed by the version of its C interface.
    String(String(cString: GEOSversion()).prefix { $0 != "-" })
  }

  /// Makes the engine, which is stateless: each workspace has its own context.
  public init() {}

  /// A workspace with a context of its own.
  public func makeWorkspace() -> any AreaWorkspace { Workspace() }

  /// The normal form of an area.
  public func checked(_ shape: MultiPolygon, repair: Bool) throws(AreaError) -> MultiPolygon {
    try Area(shape, repair: repair).shape
  }

  /// The union of the areas.
  public func union(_ shapes: [MultiPolygon]) throws(AreaError) -> MultiPolygon {
    let shape = MultiPolygon(shapes.flatMap(\.polygons))
    try Crossings.check(shape)
    return try GEOSContext().shape(shape).union().polygons
  }

  /// Everything within `meters` of a line, which may reach up to 2000 km from its middle.
  ///
  /// Computed on the azimuthal equidistant map around the middle, as in `Area.buffered(meters:)`; round corners are
  /// inscribed 64-gons, at most 0.12 % too short. Consecutive coordinates should be close together: the line between
  /// them is straight on this map.
  public func corridor(along line: [Coordinate], meters: Double) throws(AreaError) -> MultiPolygon {
    guard let first = line.first else { throw AreaError("a line needs a coordinate") }
    let middle = line.dropFirst().reduce(BoundingBox(first)) { $0.union($1) }.center
    let map = AzimuthalMap(around: middle)
    let flat = try map.project(MultiPolygon([Polygon(rings: [line])]), margin: meters).polygons[0].rings[0]
    let buffer = try GEOSContext().line(flat).buffered(meters, segmentsPerQuarter: 16)
    return try Area(map.unproject(buffer.polygons), repair: true).shape
  }

  private final class Workspace: AreaWorkspace {
    private let context = GEOSContext()

    func prepare(_ shape: MultiPolygon) throws(AreaError) -> any AreaGeometry {
      let normal = try AreaNormalizer(context: context, repair: false).normalize(shape)
      return try PreparedArea(normal, in: context)
    }
  }
}
