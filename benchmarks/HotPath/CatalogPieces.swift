import CivilTime
import Geography
import Vicinity
import VicinityFormats

/// Pieces that need a catalog.
enum CatalogPieces {
  static func all(_ catalog: Catalog, now: Instant) throws -> [Piece] {
    [
      try writing("answer of ten, ids and distances, written", [.id, .distance], catalog, now),
      try writing("answer of ten, all standard fields, written", Field.standard, catalog, now),
      openNow(catalog, now),
    ]
  }

  private static func writing(
    _ name: String, _ fields: [Field], _ catalog: Catalog, _ now: Instant
  ) throws -> Piece {
    var query = Query()
    query.near = Coordinate(latitude: 48.7758, longitude: 9.1829)
    query.limit = 10
    query.fields = fields
    let answer = try catalog.answer(query, at: now)
    return Piece(name) { count in
      var sum = 0
      for _ in 0..<count {
        var writer = JSONLinesWriter()
        writer.write(answer) { sum += $0.count }
      }
      return Double(sum)
    }
  }

  /// The number of bars in the whole catalog that are open now: each one is tested.
  private static func openNow(_ catalog: Catalog, _ now: Instant) -> Piece {
    Piece("all bars of the catalog, open now, counted") { count in
      var query = Query()
      query.kinds = [.bar]
      query.open = Query.Opening(at: .now)
      query.total = true
      query.limit = 0
      var sum = 0
      for _ in 0..<count { sum += try catalog.answer(query, at: now).total ?? 0 }
      return Double(sum)
    }
  }
}
