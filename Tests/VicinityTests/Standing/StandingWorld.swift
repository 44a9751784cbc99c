import CivilTime
import Geography
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

/// A catalog with random standing queries, random changes of it, and the slow truth: every query is run.
final class StandingWorld {
  let temporary: TemporaryCatalog
  private(set) var standing: StandingQueries
  private(set) var queries: [String: Query] = [:]
  private(set) var found: [String: Set<String>] = [:]
  private var random: SplitMix64
  private let world: TwinTests.World
  private let times: AddedTimes
  private var made = 0
  /// The marks of evaluated changes that are still stored in the catalog.
  private var judgedMarks: [Int] = []

  static let now = SeededWorld.now
  private static let members = ["ana", "ben", "host-0", "host-1"]

  var catalog: Catalog { temporary.catalog }

  /// - Parameter isKept: whether the standing queries outlive the process.
  init(_ world: TwinTests.World, seed: UInt64, listings: Int, queries count: Int, isKept: Bool = false) throws {
    self.world = world
    random = SplitMix64(seed: seed)
    let first = Self.listings(world, seed: seed, count: listings, &random)
    temporary = try TemporaryCatalog()
    times = try AddedTimes(saving: first, to: temporary.catalog, &random)
    for field in OwnWorld.fields { try temporary.catalog.add(field) }
    try temporary.catalog.save([
      NamedArea(name: "Kessel", source: "test", shape: Self.square(around: world.center, world.spreadDegrees / 2))
    ])
    standing = try isKept ? temporary.catalog.watchKeeping { Self.now } : temporary.catalog.watch { Self.now }
    while queries.count < count { try addQuery() }
    found = try truth()
  }

  /// Each listing with the ids of the queries that find it.
  func truth() throws -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for (name, query) in queries {
      var query = query
      (query.limit, query.fields, query.sort, query.occurrences) = (.max, [.id], [], .first)
      if query.text != nil { query.typos = 0 }
      for match in try catalog.answer(query, at: Self.now).matches { found[match.id, default: []].insert(name) }
    }
    return found
  }

  /// The reports of the standing queries since the last call.
  func told() throws -> StandingChanges {
    let told = try standing.changes()
    judgedMarks += told.judgedMarks
    return told
  }

  /// Ends stored standing queries, and continues with others.
  func restart() throws {
    if flip(2) {
      try catalog.removeKept(judgedMarks)
      judgedMarks = []
    }
    standing = try catalog.watchKeeping { Self.now }
    for (name, query) in queries { try standing.set(query, for: name) }
    for change in try catalog.keptChanges().changes where !judgedMarks.contains(change.mark) { standing.resume(change) }
  }

  /// Notes the current answers, after a change of queries.
  func learn() throws { found = try truth() }

  /// The differences since the last call by brute force, by listing.
  func differences() throws -> [StandingChange] {
    let before = found
    found = try truth()
    return Set(before.keys).union(found.keys).sorted().compactMap { listing in
      let (old, new) = (before[listing] ?? [], found[listing] ?? [])
      guard old != new else { return nil }
      return StandingChange(
        listing: listing, begins: new.subtracting(old).sorted(), ceases: old.subtracting(new).sorted())
    }
  }

  // MARK: Queries

  /// Adds, replaces or removes a query, and forgets what it found.
  func changeQuery() throws {
    guard let old = queries.keys.sorted().randomElement(using: &random), flip(2) else { return try addQuery() }
    if flip(2) { return try addQuery(named: old) }
    queries[old] = nil
    #expect(standing.remove(old))
  }

  private func addQuery(named name: String? = nil) throws {
    made += 1
    let (name, query) = (name ?? "query-\(made)", randomQuery())
    // The mean of all ratings changes with every one of them.
    if query.filter?.properties.contains(.field(.weightedRating)) == true { return }
    do { _ = try Plan(query, at: Self.now) } catch { return }
    do { try standing.set(query, for: name) } catch is QueryError { return }
    queries[name] = query
  }

  private func randomQuery() -> Query {
    let (center, spread) = (world.center, world.spreadDegrees)
    var query = Query()
    if flip(2) { query.near = RandomFilters.origin(near: center, spreadDegrees: spread, &random) }
    for filter in RandomFilters.all where flip(12) { filter.apply(&query, center, spread, &random) }
    if flip(6) { query.listedSince = times.since(&random) }
    if flip(6) { takeDistanceSource(&query) }
    if flip(6) {
      let area: [Query.Area] = [
        .named("Kessel"), .named("KESSEL"),
        .shape(RandomShapes.shape(around: center, degrees: spread * Double(1 + pick(3)) / 2, &random)),
      ]
      if flip(3) { query.outside = area[pick(3)] } else { query.area = area[pick(3)] }
    }
    if flip(5) {
      query.filter = RandomTrees(center: center, spreadDegrees: spread, hasOrigin: query.near != nil)
        .tree(depth: 1 + pick(3), &random)
    } else if flip(12) {
      query.filter = OwnWorld.condition(&random)
    }
    if flip(4) { query.caller = Self.members[pick(4)] }
    if flip(12) { query.text = ["hirsch -beer", "jazz OR łódź", "\"zum goldenen\"", "beer garden"][pick(4)] }
    return query
  }

  private func takeDistanceSource(_ query: inout Query) {
    let places = (0...(1 + pick(2))).map { _ in
      RandomFilters.origin(near: world.center, spreadDegrees: world.spreadDegrees, &random)
    }
    let meters = world.spreadDegrees * 111_000 * Double(1 + pick(8)) / 8
    query.near = nil
    if flip(2) {
      query.group = Query.Group(
        places.map { Query.Group.Origin($0, maxMeters: flip(3) ? meters : nil) }, by: flip(2) ? .sum : .worst,
        maxMeters: flip(3) ? meters : nil)
    } else {
      query.radiusMeters = nil
      query.along = Query.Along(places, widthMeters: meters / 4)
    }
  }

  // MARK: Changes

  /// Makes one random change; some are refused.
  func change() throws {
    let ids = found.keys.sorted()
    guard let id = ids.randomElement(using: &random) else { return try saveAnother("l0") }
    do {
      switch pick(12) {
      case 0: try saveAnother("new-\(pick(40))")
      case 1: try catalog.remove(ids: [id])
      case 2: try saveAnother(id)
      case 3: try catalog.edit(id) { try edit(&$0) }
      case 4, 5: try catalog.edit(id) { try edit(&$0) }
      case 6, 7: try takeNights(of: id)
      case 8:
        let rating = Stars(Double(1 + pick(5)))
        if let rating { try catalog.rate(id, rating, by: member, at: Self.now) }
      case 9: try catalog.join(id, by: member, at: Self.now)
      default:
        try catalog.perform(
          [
            .favorite(listing: id, member: member), .unrate(listing: id, member: member),
            .visit(listing: id, member: member), .remove(listing: id),
          ][pick(4)], at: Self.now)
      }
    } catch is BookingError {} catch is SignalError {} catch is CatalogError {} catch is ActionFailure {}
  }

  private var member: String { Self.members[pick(4)] }

  private func saveAnother(_ id: String) throws {
    guard var listing = Self.listings(world, seed: random.next(), count: 1, &random).first else { return }
    listing.id = id
    try catalog.save([listing], source: "test", at: AddedTimes.instant(&random))
  }

  private func edit(_ listing: inout Listing) throws {
    let other = Self.listings(world, seed: random.next(), count: 12, &random).first { $0.kind == listing.kind }
    guard let other else { return }
    let edits: [(inout Listing) -> Void] = [
      { $0.coordinate = other.coordinate }, { $0.name = other.name }, { $0.price = other.price },
      { $0.tags = other.tags }, { $0.rating = other.rating }, { $0.ratingCount = other.ratingCount },
      { $0.priceLevel = other.priceLevel }, { $0.accessible = other.accessible }, { $0.address = other.address },
      { $0.category = other.kind == $0.kind ? other.category : $0.category },
      { $0.description = other.description }, { $0.timeZone = other.timeZone }, { $0.own = other.own },
      { ($0.starts, $0.ends, $0.recurrence) = (other.starts, other.ends, other.recurrence) },
      { $0.openingHours = other.openingHours }, { $0.unavailable = other.unavailable },
      { ($0.guests, $0.minNights, $0.maxNights) = (other.guests, other.minNights, other.maxNights) },
      { ($0.host, $0.publicRadiusMeters) = (other.host, other.publicRadiusMeters) },
      { $0.advanceNoticeDays = other.advanceNoticeDays }, { $0.nightlyRates = other.nightlyRates },
    ]
    for _ in 0...pick(2) { edits[pick(edits.count)](&listing) }
  }

  private func takeNights(of id: String) throws {
    let from = LocalDate(dayNumber: 20_785 + pick(20))
    guard let nights = Nights(from: from, to: from + 1 + pick(4)) else { return }
    switch pick(4) {
    case 0:
      if flip(2) { _ = try catalog.block(nights, of: id) } else { _ = try catalog.unblock(nights, of: id) }
    case 1:
      guard let booking = try catalog.bookings().randomElement(using: &random) else { return }
      _ =
        try flip(2) ? catalog.cancelBooking(booking.id, at: Self.now) : catalog.confirmBooking(booking.id, at: Self.now)
    default:
      _ = try catalog.book(BookingRequest(listing: id, member: member, nights: nights), at: Self.now)
    }
  }

  private static func listings(
    _ world: TwinTests.World, seed: UInt64, count: Int, _ random: inout SplitMix64
  ) -> [Listing] {
    let plain = SeededWorld(seed: seed, count: count, center: world.center, spreadDegrees: world.spreadDegrees).listings
    return OwnWorld.decorated(plain, &random).enumerated().map { number, listing in
      var listing = listing
      guard listing.kind == .couch else { return listing }
      listing.host = "host-\(number % 3)"
      if SeededWorld.oneIn(2, &random) { listing.publicRadiusMeters = [200, 1500, 6000][number % 3] }
      return listing
    }
  }

  private static func square(around center: Coordinate, _ degrees: Double) -> MultiPolygon {
    let (south, north) = (max(-89, center.latitude - degrees), min(89, center.latitude + degrees))
    let corners = [(south, -degrees), (south, degrees), (north, degrees), (north, -degrees), (south, -degrees)]
    return MultiPolygon([
      Polygon(rings: [corners.map { Coordinate(latitude: $0.0, longitude: center.longitude + $0.1) }])
    ])
  }

  private func pick(_ bound: Int) -> Int { SeededWorld.pick(bound, &random) }
  private func flip(_ bound: Int) -> Bool { SeededWorld.oneIn(bound, &random) }
}

extension StandingWorld {
  /// The queries on which two lists of changes disagree.
  func described(_ expected: [StandingChange], _ told: [StandingChange]) -> String {
    func pairs(_ changes: [StandingChange]) -> Set<[String]> {
      Set(
        changes.flatMap { change in
          change.begins.map { [change.listing, "begins", $0] } + change.ceases.map { [change.listing, "ceases", $0] }
        })
    }
    return pairs(expected).symmetricDifference(pairs(told)).map { pair in
      pair.joined(separator: " ") + " " + (queries[pair[2]]?.json.text ?? "")
    }.joined(separator: "\n")
  }
}
