import CivilTime
import CodedErrors
import CommandSupport
import Geography
import Streams
import Vicinity

/// Suggests what would give more results where few or none match.
struct EmptyAnswer {
  let query: Query
  let catalog: Catalog
  let now: Instant
  let units: DistanceUnits

  /// One line for each single change that helps; else a hint about the place.
  func advice(_ relaxations: [Relaxation]) throws -> [String] {
    let zones = try zoneAdvice()
    guard zones.isEmpty else { return zones }
    var lines = relaxations.map { relaxation in
      "\(relaxation.words(in: units)): \(relaxation.results.counted("listing matches", "listings match"))"
    }
    if lines.isEmpty { return try placeAdvice() }
    if let farther = relaxations.first(where: { $0.filter == "radius" })?.query.radiusMeters,
      try isSwapped(beyond: farther)
    {
      lines.append("are latitude and longitude swapped?")
    }
    return try lines + boxAdvice()
  }

  /// A hint if it is unknown what is open here, because no listing says in which time zone its hours are.
  private func zoneAdvice() throws -> [String] {
    guard query.open != nil else { return [] }
    var here = query.placeOnly
    (here.kinds, here.limit, here.fields) = (query.kinds ?? here.kinds, 50, [.openingHours, .timezone])
    let withHours = try catalog.answer(here, at: now).matches.compactMap(\.listing).filter { $0.openingHours != nil }
    guard !withHours.isEmpty, withHours.allSatisfy({ $0.timeZone == nil }) else { return [] }
    return [
      "the listings here have no time zone, so it is unknown whether they are open. \(Remedy.giveTimeZone.words)"
    ]
  }

  /// A hint if the nearest match is suspiciously far away, else nil.
  func advice(nearest meters: Double) throws -> String? {
    guard try isSwapped(beyond: meters) else { return nil }
    let distance = Distance.meters(meters).text(in: units, rounding: .down)
    return "the nearest match is \(distance) away; are latitude and longitude swapped?"
  }

  /// A hint if the box has listings when its degrees are swapped.
  private func boxAdvice() throws -> [String] {
    guard let box = query.within else { return [] }
    var swapped = Query()
    let turned = BoundingBox(south: box.west, west: box.south, north: box.east, east: box.north)
    (swapped.within, swapped.limit, swapped.total) = (turned, 0, true)
    swapped.includePast()
    guard turned.isValid, try catalog.answer(swapped, at: now).total ?? 0 > 0 else { return [] }
    return ["are latitude and longitude swapped? The order of --bbox is west, south, east, north"]
  }

  private func placeAdvice() throws -> [String] {
    let there = try catalog.answer(query.placeOnly, at: now).total ?? 0
    if there > 0 { return ["\(there.counted("listing is", "listings are")) here; no single change helps"] }
    guard let extent = try catalog.statistics().extent else { return ["the catalog is empty; import listings first"] }
    return ["the listings of this catalog lie in --bbox \(extent.bboxText)"]
  }

  /// Whether the nearest match is far, and something is much nearer to the place with swapped degrees.
  private func isSwapped(beyond farther: Double) throws -> Bool {
    guard let near = query.near, farther > 100_000 else { return false }
    var nearest = Query()
    nearest.near = Coordinate(latitude: near.longitude, longitude: near.latitude)
    (nearest.limit, nearest.fields) = (1, [.id, .distance])
    nearest.includePast()
    guard nearest.near?.isValid == true, let other = try catalog.answer(nearest, at: now).matches.first?.distanceMeters
    else {
      return false
    }
    return other < farther / 10
  }
}
