import Geography

/// Areas by GEOS, to be given to a catalog.
///
///     let catalog = try Catalog(path: "vicinity.gpkg", areas: GEOSAreaEngine())
public struct GEOSAreaEngine: AreaEngine {
  /// Makes the engine, which has no state: each workspace has its own context.
  public init() {}

  /// A workspace with a context of its own.
  public func makeWorkspace() -> any AreaWorkspace { Workspace() }

  /// The normal form of an area.
  public func checked(_ shape: MultiPolygon, repair: Bool) throws(AreaFault) -> MultiPolygon {
    try Area(shape, repair: repair).shape
  }

  /// What belongs to any of the areas.
  public func union(_ shapes: [MultiPolygon]) throws(AreaFault) -> MultiPolygon {
    try GEOSContext().shape(MultiPolygon(shapes.flatMap(\.polygons))).union().polygons
  }

  private final class Workspace: AreaWorkspace {
    private let context = GEOSContext()

    func prepare(_ shape: MultiPolygon) throws(AreaFault) -> any AreaGeometry {
      let normal = try AreaNormalizer(context: context, repair: false).normalize(shape)
      return try PreparedArea(normal, in: context)
    }
  }
}
