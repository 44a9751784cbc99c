import Vicinity

/// Finds out why nothing matches.
struct EmptyAnswer {
  let query: Query
  let catalog: Catalog
  let now: Instant

  /// One line per likely reason.
  func advice() throws -> [String] {
    let there = try catalog.answer(query.placeOnly, at: now).total ?? 0
    if there == 0 { return try placeAdvice() }
    let counts = try query.relaxed.map { ($0.dropped, try catalog.answer($0.query, at: now).total ?? 0) }
    let lines = counts.filter { $0.1 > 0 }.map { dropped, count in
      "without \(Self.option(dropped)) \(count == 1 ? "1 listing matches" : "\(count) listings match")"
    }
    return lines.isEmpty ? ["\(Self.listings(there)) here; no single condition is to blame"] : lines
  }

  private func placeAdvice() throws -> [String] {
    if query.group != nil || query.along != nil { return try measureAdvice() }
    guard let near = query.near else { return try extentAdvice() }
    guard let nearest = try distanceOfNearest(to: near) else { return ["the catalog is empty; import listings first"] }
    let line = "the nearest listing is \(Distance.meters(nearest)) away"
    return ["\(line)\(try isSwapped(near, nearest) ? "; are latitude and longitude swapped?" : "")"]
  }

  private func measureAdvice() throws -> [String] {
    var wider = query.placeOnly
    wider.radius = nil
    wider.group?.max = nil
    wider.group.map { wider.group?.origins = $0.origins.map { Query.Group.Origin($0.coordinate) } }
    wider.along.map { wider.along?.width = 10 * max(100, $0.width) }
    let there = try catalog.answer(wider, at: now).total ?? 0
    if there == 0 { return try extentAdvice() }
    let change = query.along == nil ? "without limits of distance" : "ten times as far off the way"
    return ["\(change) \(Self.listings(there)) there"]
  }

  private func extentAdvice() throws -> [String] {
    guard let extent = try catalog.statistics().extent else { return ["the catalog is empty; import listings first"] }
    let corners = [extent.west, extent.south, extent.east, extent.north].map { "\(($0 * 10000).rounded() / 10000)" }
    return ["the listings of this catalog lie in --bbox \(corners.joined(separator: ","))"]
  }

  private func distanceOfNearest(to near: Coordinate) throws -> Double? {
    var nearest = Query()
    (nearest.near, nearest.limit, nearest.fields) = (near, 1, [.id, .distance])
    return try catalog.answer(nearest, at: now).matches.first?.distance
  }

  private func isSwapped(_ near: Coordinate, _ meters: Double) throws -> Bool {
    let swapped = Coordinate(latitude: near.longitude, longitude: near.latitude)
    guard meters > 100_000, swapped.isValid, let other = try distanceOfNearest(to: swapped) else { return false }
    return other < meters / 10
  }

  private static func listings(_ count: Int) -> String { count == 1 ? "1 listing is" : "\(count) listings are" }

  private static func option(_ key: String) -> String {
    let groups = ["tags": "the tags", "price": "the price limit", "rating": "the rating limit"]
    return groups[key] ?? QueryOptions.option(forPath: key)
  }
}
