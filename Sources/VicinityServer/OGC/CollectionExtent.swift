import CivilTime
import Geography
import Vicinity

/// The box round all listings of a kind, to a ten thousandth of a degree; private couches count where they are shown.
enum CollectionExtent {
  /// The zoom of the first look, with cells of a third of a degree, and of the second one at the sides.
  private static let (coarse, fine) = (8, 22)

  /// - Complexity: counting all listings in cells, and those of the outermost cells once more.
  static func box(of kind: Kind, in catalog: Catalog, at now: Instant) throws -> BoundingBox? {
    var query = Query()
    (query.kinds, query.limit, query.cluster) = ([kind], 0, coarse)
    query.includePast()
    let cells = try catalog.answer(query, at: now).clusters?.map(\.box) ?? []
    guard let whole = hull(cells) else { return nil }
    /// The cells at one side, looked at closely.
    func side(_ isThere: (BoundingBox) -> Bool) throws -> BoundingBox {
      var close = query
      let strip = hull(cells.filter(isThere)) ?? whole
      close.within = strip
      close.cluster = fine
      return hull(try catalog.answer(close, at: now).clusters?.map(\.box) ?? []) ?? strip
    }
    return BoundingBox(
      south: try side { $0.south == whole.south }.south, west: try side { $0.west == whole.west }.west,
      north: try side { $0.north == whole.north }.north, east: try side { $0.east == whole.east }.east)
  }

  private static func hull(_ boxes: [BoundingBox]) -> BoundingBox? {
    guard let first = boxes.first else { return nil }
    return boxes.reduce(first) {
      BoundingBox(
        south: min($0.south, $1.south), west: min($0.west, $1.west), north: max($0.north, $1.north),
        east: max($0.east, $1.east))
    }
  }
}
