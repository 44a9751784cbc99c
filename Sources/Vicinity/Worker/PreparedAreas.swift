import CodedErrors
import Geography
import Streams

/// A cache of the prepared areas that one worker used last.
///
/// Preparing a polygon of a thousand vertices takes longer than many searches.
final class PreparedAreas {
  private let workspace: (any AreaWorkspace)?
  private var known: [Key: any AreaGeometry] = [:]

  /// The capacity of the cache.
  private static let limit = 32

  private enum Key: Hashable {
    case shape(MultiPolygon)
    case named(String, CatalogVersion)
  }

  init(_ engine: (any AreaEngine)?) { workspace = engine?.makeWorkspace() }

  fileprivate func geometry(of shape: MultiPolygon, path: String) throws -> any AreaGeometry {
    try geometry(.shape(shape), path: path) { shape }
  }

  fileprivate func geometry(
    named name: String, of version: CatalogVersion, path: String, _ shape: () throws -> MultiPolygon
  ) throws -> any AreaGeometry {
    try geometry(.named(name, version), path: path, shape)
  }

  private func geometry(_ key: Key, path: String, _ shape: () throws -> MultiPolygon) throws -> any AreaGeometry {
    if let geometry = known[key] { return geometry }
    guard let workspace else {
      throw QueryError.badArea(
        path: path, reason: "the catalog was opened without an area engine, so only boxes can be queried")
    }
    let shape = try shape()
    let geometry: any AreaGeometry
    do { geometry = try workspace.prepare(shape) } catch {
      throw QueryError.badArea(path: path, reason: error.description)
    }
    if known.count >= Self.limit { known.removeAll() }
    known[key] = geometry
    return geometry
  }
}

extension SearchWorker {
  /// The prepared area of a query.
  ///
  /// - Parameter path: the path of the area in the query, for errors.
  func geometry(of area: Query.Area, of version: CatalogVersion, path: String) throws -> any AreaGeometry {
    switch area {
    case .box(let box): BoxGeometry(box)
    case .shape(let shape): try areas.geometry(of: shape, path: path)
    case .named(let name):
      try areas.geometry(named: name, of: version, path: path) {
        let table = AreaTable(prepare: statement)
        if let shape = try table.shape(named: name) { return shape }
        let names = try table.names()
        guard !names.isEmpty else {
          throw QueryError.noAreas(path: "\(path).area")
        }
        throw QueryError.unknownWord(
          name, path: "\(path).area", suggestion: Suggestion.nearest(to: name, among: names),
          known: Array(names.prefix(10)))
      }
    }
  }
}

/// A box with the interface of an area.
private final class BoxGeometry: AreaGeometry {
  let envelope: BoundingBox

  init(_ box: BoundingBox) { envelope = box }

  func covers(_ coordinate: Coordinate) -> Bool { envelope.contains(coordinate) }

  func relation(to box: BoundingBox) -> AreaRelation {
    if envelope.encloses(box) { return .inside }
    return envelope.intersects(box) ? .crossing : .outside
  }
}
