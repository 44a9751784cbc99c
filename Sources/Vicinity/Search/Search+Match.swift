import CivilTime
import Geography

extension Search {
  /// Fills in the requested fields of a match, apart from id, kind and position.
  mutating func complete(_ match: inout Match, _ ranked: Ranked) throws {
    let entry = ranked.entry
    if let origin = extent.origin {
      match.distanceMeters = plan.needsDistance ? ranked.distance : origin.meters(to: match.coordinate)
    }
    if source != nil { match.distanceMeters = ranked.distance }
    if plan.shows.times {
      let times = worker.scratch.times(of: entry)
      match.times = Match.Times(starts: times.start, ends: times.end, zone: try numbers.zone(entry.zone))
    }
    if plan.shows.details || source != nil || matchedWords != nil {
      let kind = match.kind
      try match.change { try complete(&$0, of: kind, ranked) }
    }
    if plan.shows.listing != .nothing { match.record = try record(of: entry) }
  }

  private func complete(_ match: inout Match.Details.Values, of kind: Kind, _ ranked: Ranked) throws {
    let entry = ranked.entry
    if plan.shows.bearing { match.bearingDegrees = extent.origin?.azimuth(to: entry.coordinate) }
    if let source { match.measured = source.measured(entry.coordinate, withDistances: plan.shows.distances) }
    if plan.shows.weightedRating, !entry.rating.isNaN {
      match.weightedRating = ranking.voteAware.mean(rating: entry.rating, votes: entry.votes)
    }
    if plan.shows.bestParts { match.bestParts = try ranking.bestParts(of: entry, distance: ranked.distance) }
    if plan.shows.history {
      let times = try [LeafColumn.Source.added, .changed].map { source in
        Int(exactly: try worker.column(source, of: entry.leaf, in: snapshot).numbers[entry.index]).flatMap { seconds in
          StoredRange.time.contains(seconds) ? Instant(secondsSince1970: Int64(seconds)) : nil
        }
      }
      (match.added, match.changed) = (times[0], times[1])
    }
    if plan.shows.source { match.source = try worker.sourceName(ofRow: Int64(entry.fid)) }
    if plan.shows.opening {
      let moment = try plan.query.open.flatMap { try clock?.shownMoment(of: entry, for: $0) } ?? .now
      match.opening = try clock?.status(
        of: entry, at: moment,
        distance: arrivals?.travelDistance(to: entry.coordinate, distance: ranked.distance) ?? ranked.distance,
        withRule: plan.shows.openRule)
    }
    if let filter = filters.stay, kind == .couch { try complete(&match, entry, filter) }
    match.matchedWords = try matchedWords?.words(ofRow: Int(entry.fid), by: worker)
  }

  /// A listing with its name in the language of the query.
  private func translated(_ listing: Listing) -> Listing {
    guard let language = plan.query.language else { return listing }
    var listing = listing
    listing.name = listing.name(in: language)
    return listing
  }

  /// Fills in the requested fields of a stay.
  private func complete(_ match: inout Match.Details.Values, _ entry: Entry, _ filter: StayFilter) throws {
    if plan.shows.freeNights { match.free = filter.freeWindow(around: entry) }
    if plan.shows.windows {
      match.windows = try filter.windows(of: entry, numbers)
      match.freeNights = try filter.freeNights(of: entry, numbers)
    }
    if plan.shows.stayPrice { match.stayPrice = try stayPrices?.shown(of: entry) }
  }

  private mutating func record(of entry: Entry) throws -> Match.Record? {
    switch plan.shows.listing {
    case .nothing: return nil
    case .facts: return Match.Record(translated(try facts(of: entry)))
    case .everything:
      stats.records += 1
      return try worker.record(Int(entry.fid)).map {
        Match.Record(translated($0).placed(at: try exactPoint(of: entry)))
      }
    }
  }

  private func exactPoint(of entry: Entry) throws -> ExactPoint? {
    guard let exact, exact.hold(UInt32(clamping: entry.fid)) else { return nil }
    return try ExactPoint.read(Int(entry.fid), with: try worker.statement(ExactPoint.sql))
  }

  /// The listing from the facts in the index, with its name and, for a language, its other names.
  private func facts(of entry: Entry) throws -> Listing {
    var listing = Listing(id: entry.id, kind: entry.kind, coordinate: entry.coordinate)
    if plan.shows.name {
      listing.name = try worker.name(of: entry, in: snapshot)
      if plan.query.language != nil { listing.names = try names(of: entry) }
    }
    if plan.shows.tags { listing.tags = try tags(of: entry) }
    if plan.shows.status, entry.isOff { listing.status = try status(of: entry) }
    if !entry.price.isNaN { listing.price = try worker.price(of: entry) }
    for (place, definition) in Field.coded.enumerated() { definition.set(code: entry.code(place), of: &listing) }
    if !entry.rating.isNaN { listing.rating = entry.rating }
    if entry.votes >= 0 { listing.ratingCount = entry.votes }
    (listing.guests, listing.minNights, listing.maxNights) = (entry.guests, entry.minNights, entry.maxNights)
    return listing
  }

  private func names(of entry: Entry) throws -> [String: String] {
    let stored = try worker.first("SELECT names FROM listing_detail WHERE fid = ?1", Int(entry.fid)) { $0.string(0) }
    return stored.flatMap { $0 }.map(NamedTexts.texts) ?? [:]
  }

  private func status(of entry: Entry) throws -> EventStatus? {
    let word = try worker.first("SELECT status FROM listing WHERE fid = ?1", Int(entry.fid)) { $0.string(0) }
    return word.flatMap { $0 }.flatMap(EventStatus.init(rawValue:))
  }

  private func tags(of entry: Entry) throws -> [String] {
    let leaf = entry.leaf
    let (count, numbers, masks) = (Int(leaf.shape.tags), leaf.tagNumbers, leaf.tagMasks)
    var names: [String] = []
    names.reserveCapacity(8)
    for index in 0..<count where masks[index] >> UInt64(entry.index) & 1 == 1 {
      if let name = try worker.tagName(numbers[index]) { names.append(name) }
    }
    names.sort()
    return names
  }
}

extension Match {
  /// A listing without further fields.
  init(at entry: Entry) { self.init(id: entry.id, kind: entry.kind, coordinate: entry.coordinate) }
}
