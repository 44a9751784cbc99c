import CivilTime
import Foundation
import Geography
import Hours
import Recurrence
import Synchronization
import Vicinity

/// The brute-force reference: answers a query by testing every listing, straight from the definitions of the filters.
///
/// Shares nothing with the engine except the model types, the distance formula and the evaluation of opening hours,
/// each of which has tests of its own.
package struct BruteForce {
  private let listings: [Listing]
  let schedules: [Listing.ID: Schedule]
  let text: BruteForceText
  package let meanRating: Double
  private let known = KnownOccurrences()
  private let knownTimes = KnownTimes()
  private let booked: [Listing.ID: [Nights]]
  let own: [String: OwnField.ValueType]
  private let added: [Listing.ID: Instant]

  /// - Parameters:
  ///   - booked: taken nights in addition to those in the listings: bookings and blocks.
  ///   - own: the types of the declared custom fields.
  ///   - added: when listings were added; of others that is unknown.
  package init(
    _ listings: [Listing], booked: [Listing.ID: [Nights]] = [:], own: [String: OwnField.ValueType] = [:],
    added: [Listing.ID: Instant] = [:]
  ) {
    (self.listings, self.added) = (listings, added)
    self.own = own
    self.booked = booked
    text = BruteForceText(listings)
    var schedules: [Listing.ID: Schedule] = [:]
    var known: [[String]: Schedule] = [:]
    for listing in listings {
      guard let hours = listing.openingHours, let zone = Self.clock(of: listing) else { continue }
      let key = [hours, zone.identifier, listing.region ?? ""]
      if known[key] == nil {
        known[key] = (try? OpeningHours(parsing: hours)).map {
          Schedule($0, in: HoursContext(of: zone, region: listing.region))
        }
      }
      schedules[listing.id] = known[key].map { $0.lacksCoordinate ? $0.placed(at: listing.coordinate) : $0 }
    }
    self.schedules = schedules
    meanRating = Self.meanRating(of: listings)
  }

  /// The mean of all ratings, each with the weight of its votes.
  package static func meanRating(of listings: [Listing]) -> Double {
    let rated = listings.filter { $0.rating != nil }
    let votes = rated.reduce(0.0) { $0 + Double(max($1.ratingCount ?? 1, 1)) }
    return rated.reduce(0.0) { $0 + ($1.rating ?? 0) * Double(max($1.ratingCount ?? 1, 1)) } / max(votes, 1)
  }

  /// The ids of all matches in order, ignoring the limit.
  package func ids(_ query: Query, now: Instant) -> [String] { matches(query, now: now).map(\.id) }

  /// All matches in order, ignoring the limit, with the times of the matching occurrence.
  package func matches(_ query: Query, now: Instant) -> [Listing] {
    var query = query
    query.stay = query.stay.map { Self.dated($0, near: query.near, query.now ?? now) }
    let asked = Asked(query: query, now: query.now ?? now, distance: BruteForceDistance(query))
    let scores = query.text.map { text.scores(of: $0, typos: query.typos) }
    let worded = listings.filter { listing in scores.map { $0[listing.id] != nil } ?? true }
    let matches = worded.filter { isWanted($0, asked) }.flatMap { occurrences(of: $0, asked) }
    let qualities =
      Self.order(of: query).contains { $0.property == .best }
      ? query.text.map { text.qualities(of: $0, typos: query.typos) } : nil
    let ranked = matches.map { (keys: keys(of: $0, asked, scores ?? [:], qualities ?? [:]), listing: $0) }
    return ranked.sorted { left, right in
      for (a, b) in zip(left.keys, right.keys) where a != b { return a < b }
      if left.listing.id != right.listing.id {
        return left.listing.id.utf8.lexicographicallyPrecedes(right.listing.id.utf8)
      }
      return left.listing.starts ?? .distantFuture < right.listing.starts ?? .distantFuture
    }.map(\.listing)
  }

  /// A stay with the nights of its word, found day by day.
  static func dated(_ stay: Query.Stay, near: Coordinate?, _ now: Instant) -> Query.Stay {
    guard let word = stay.word else { return stay }
    let hours = near.map { ($0.longitude / 15).rounded() } ?? 0
    let today = Zone.utc.localDateTime(at: now + Int64(3600 * hours)).date
    let days = (0...20).map { today + $0 }
    let first = days.first { $0.weekday == .friday || $0.weekday == .saturday } ?? today
    let saturday = days.first { $0.weekday == .saturday } ?? today
    let (from, to) =
      switch word {
      case .tonight: (today, today + 1)
      case .tomorrow: (today + 1, today + 2)
      case .weekend: (first, saturday + 1)
      case .nextWeekend: (saturday + 6, saturday + 8)
      }
    var dated = stay
    if let nights = Nights(from: from, to: to) { dated.nights = nights }
    return dated
  }

  struct Asked {
    let query: Query
    let now: Instant
    let distance: BruteForceDistance
  }

  /// The listing once for each matching occurrence, with the times of that occurrence.
  private func occurrences(of listing: Listing, _ asked: Asked) -> [Listing] {
    let latest = max(asked.now, arrival(at: listing, asked) ?? asked.now)
    // Rounded up to whole hundreds of days, so that most queries share a cache entry.
    let until = Instant(secondsSince1970: (latest.secondsSince1970 / Self.hundredDays + 2) * Self.hundredDays)
    let all = known.occurrences(of: listing.id, until: until) { allOccurrences(of: listing, until: until) }
    let query = asked.query
    if let filter = query.filter, query.during == nil || query.during == .named(.any), query.open == nil {
      if query.during == nil, !Self.isTimed(filter) {
        guard !isOver(listing, all, asked) || all.contains(where: { isComing($0, asked) }),
          truth(of: filter, listing, asked) == true
        else { return [] }
        return [all.first { isComing($0, asked) } ?? all.last ?? listing]
      }
      let times = all.isEmpty ? [listing] : all
      let coming = times.first { isComing($0, asked) && truth(of: filter, $0, asked) == true }
      let past = times.last { !isComing($0, asked) && truth(of: filter, $0, asked) == true }
      return (coming ?? past).map { [$0] } ?? []
    }
    if query.during == nil || query.during == .named(.any), query.open == nil {
      let present = all.first { isComing($0, asked) }
      if present == nil, query.during == nil, isOver(listing, all, asked) { return [] }
      return [present ?? all.last ?? listing]
    }
    func isOnTime(_ listing: Listing) -> Bool {
      overlaps(listing, asked) && isOpen(listing, asked)
        && query.filter.map { truth(of: $0, listing, asked) == true } ?? true
    }
    if query.occurrences == .all { return all.filter(isOnTime) }
    let result = query.during == .named(.past) ? all.last(where: isOnTime) : all.first(where: isOnTime)
    return result.map { [$0] } ?? []
  }

  /// Whether an event whose times are known is over, with all its occurrences.
  private func isOver(_ listing: Listing, _ all: [Listing], _ asked: Asked) -> Bool {
    listing.kind == .event && listing.starts != nil && !isComing(listing, asked)
      && !all.contains { isComing($0, asked) }
  }

  private func isComing(_ listing: Listing, _ asked: Asked) -> Bool {
    asked.now < max(listing.ends ?? .distantPast, (listing.starts ?? .distantFuture) + 1)
  }

  private static let hundredDays: Int64 = 100 * 86_400

  private func allOccurrences(of listing: Listing, until: Instant) -> [Listing] {
    guard listing.kind == .event, let starts = listing.starts, let text = listing.recurrence else { return [listing] }
    let zone = listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    let start = ICalendarTime(zone.localDateTime(at: starts), .zone(zone))
    guard let set = try? RecurrenceSet(parsing: text, start: start) else { return [listing] }
    return set.occurrences(in: .distantPast..<until).map { occurrence in
      var copy = listing
      copy.starts = occurrence.instant
      copy.ends = listing.ends.map { occurrence.instant + ($0 - starts) }
      return copy
    }
  }

  // MARK: Tests

  /// Whether a listing passes the filters that do not depend on the times of its occurrences.
  private func isWanted(_ listing: Listing, _ asked: Asked) -> Bool {
    let query = asked.query
    let spoken: Set<Kind> = Set(
      (query.open == nil ? [] : [.bar, .event]) + (query.during == nil ? [] : [.event])
        + (query.stay == nil ? [] : [.couch]))
    let kinds = query.kinds ?? (spoken.isEmpty ? Set(Kind.allCases) : spoken)
    return kinds.contains(listing.kind) && isInPlace(listing, asked) && hasTags(listing, query.tags)
      && isAffordable(listing, query.price) && isAffordableByNight(listing, asked) && isRated(listing, query.rating)
      && isFree(listing, asked)
      && (query.accessible?.contains { $0 == listing.accessible } ?? true)
      && (query.category?.contains { $0 == listing.category } ?? true) && isInBusiness(listing, query)
      && isNew(listing, asked)
  }

  /// Whether a listing has the wanted status; without any, and without a filter about it, whether it is in business.
  private func isInBusiness(_ listing: Listing, _ query: Query) -> Bool {
    let status = listing.operatingStatus ?? .open
    if let wanted = query.operatingStatus { return wanted.contains(status) }
    return status == .open || "\(query.filter.map { "\($0)" } ?? "")".contains("operatingStatus")
  }

  private func isNew(_ listing: Listing, _ asked: Asked) -> Bool {
    guard let since = asked.query.listedSince else { return true }
    guard let added = added[listing.id] else { return false }
    switch since {
    case .instant(let instant): return instant <= added
    case .local(let local):
      return (listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc).instant(of: local) <= added
    case .ago(let hours):
      let minute = asked.now.secondsSince1970 / 60 * 60
      return minute - added.secondsSince1970 <= 3600 * Int64(hours)
    }
  }

  private func isInPlace(_ listing: Listing, _ asked: Asked) -> Bool {
    let query = asked.query
    if let box = query.within, !Self.isIn(box, listing.coordinate) { return false }
    if let area = query.area, !isIn(area, listing) { return false }
    if let outside = query.outside, isIn(outside, listing) { return false }
    guard let meters = asked.distance.meters(to: listing.coordinate) else { return !query.isMeasured }
    return meters <= query.radiusMeters ?? .infinity
  }

  /// Named areas are not supported here; they are treated as empty.
  func isIn(_ area: Query.Area, _ listing: Listing) -> Bool {
    switch area {
    case .box(let box): Self.isIn(box, listing.coordinate)
    case .shape(let shape): RayCasting(shape).covers(listing.coordinate)
    case .named: false
    }
  }

  package static func isIn(_ box: BoundingBox, _ coordinate: Coordinate) -> Bool {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    guard box.south <= latitude, latitude <= box.north else { return false }
    // All longitudes at a pole are one point, and -180 and 180 are one meridian.
    if latitude == 90 || latitude == -90 { return true }
    let spellings = abs(longitude) == 180 ? [180.0, -180.0] : [longitude]
    return spellings.contains { longitude in
      box.west <= box.east
        ? box.west <= longitude && longitude <= box.east : longitude >= box.west || longitude <= box.east
    }
  }

  func hasTags(_ listing: Listing, _ filter: Query.TagFilter) -> Bool {
    let tags = Set(listing.tags)
    return (filter.any.isEmpty || !tags.isDisjoint(with: filter.any)) && tags.isSuperset(of: filter.all)
      && tags.isDisjoint(with: filter.none)
  }

  func isAffordable(_ listing: Listing, _ filter: Query.PriceFilter?) -> Bool {
    guard let filter else { return true }
    if let level = filter.maxLevel, (listing.priceLevel ?? .max) > level { return false }
    guard filter.min != nil || filter.max != nil || filter.currency != nil else { return true }
    guard let price = listing.price else { return false }
    if let currency = filter.currency, price.currency != currency, price.minorUnits != 0 { return false }
    return price.amount >= filter.min ?? 0 && price.amount <= filter.max ?? .infinity
  }

  func isRated(_ listing: Listing, _ filter: Query.RatingFilter?) -> Bool {
    guard let filter else { return true }
    guard let rating = listing.rating else { return false }
    return rating >= filter.min ?? 0 && max(listing.ratingCount ?? 1, 1) >= filter.minCount ?? 0
  }

  func isFree(_ listing: Listing, _ asked: Asked) -> Bool {
    guard let stay = asked.query.stay, listing.kind == .couch, !stay.isOnlyPriced else { return true }
    guard stay.guests <= listing.guests ?? 1 else { return false }
    if stay.nightCount != nil { return !windows(of: listing, stay, now: asked.now).isEmpty }
    if stay.partly { return !freeDates(of: listing, stay, now: asked.now).isEmpty }
    return allows(listing, stay.nights) && stay.nights.from >= firstDay(of: listing, asked.now)
      && dates(in: stay.nights).allSatisfy { isFree(listing, on: $0) }
  }

  /// The first day that has not ended where the couch is, and for which a booking made now gives the host enough
  /// notice.
  private func firstDay(of listing: Listing, _ now: Instant) -> LocalDate {
    let zone = listing.timeZone.flatMap(Zone.init(identifier:)) ?? .utc
    return zone.localDateTime(at: now).date + (listing.advanceNoticeDays ?? 0)
  }

  /// The price of a stay, summed night by night.
  package func price(of listing: Listing, _ nights: Nights) -> Price? {
    let prices = dates(in: nights).map { night in rate(of: listing, on: night)?.price ?? listing.price }
    guard !prices.contains(nil) else { return nil }
    let minorUnits = prices.reduce(0) { $0 + ($1?.minorUnits ?? 0) }
    return Price(minorUnits: minorUnits, currency: prices.first?.flatMap { $0.currency })
  }

  private func rate(of listing: Listing, on night: LocalDate) -> NightlyRate? {
    listing.nightlyRates.first { $0.nights.from <= night && night < $0.nights.to }
  }

  /// Every stay of the requested length for which a couch is free.
  package func windows(of listing: Listing, _ stay: Query.Stay, now: Instant) -> [Nights] {
    guard let length = stay.nightCount else { return [] }
    let first = firstDay(of: listing, now)
    return dates(in: stay.nights).compactMap { arrival in
      guard let nights = Nights(from: arrival, to: arrival + length), nights.to <= stay.nights.to,
        allows(listing, nights), arrival >= first
      else { return nil }
      let days = dates(in: nights).map(\.weekday)
      let hasWeekend =
        length == 1
        ? days[0] == .friday || days[0] == .saturday
        : zip(days, days.dropFirst()).contains { $0 == (.friday, .saturday) }
      return (hasWeekend || !stay.weekend) && dates(in: nights).allSatisfy { isFree(listing, on: $0) } ? nights : nil
    }
  }

  /// The free nights of a stay that can still be booked, as single dates.
  package func freeDates(of listing: Listing, _ stay: Query.Stay, now: Instant) -> [LocalDate] {
    let first = firstDay(of: listing, now)
    return dates(in: stay.nights).filter { isFree(listing, on: $0) && $0 >= first }
  }

  private func allows(_ listing: Listing, _ nights: Nights) -> Bool {
    let rate = rate(of: listing, on: nights.from)
    return nights.count >= rate?.minNights ?? listing.minNights ?? 1
      && nights.count <= rate?.maxNights ?? listing.maxNights ?? .max
  }

  private func dates(in nights: Nights) -> [LocalDate] {
    (nights.from.dayNumber..<nights.to.dayNumber).map { LocalDate(dayNumber: $0) }
  }

  private func isFree(_ listing: Listing, on night: LocalDate) -> Bool {
    !(listing.unavailable + (booked[listing.id] ?? [])).contains { $0.from <= night && night < $0.to }
  }

  func overlaps(_ listing: Listing, _ asked: Asked) -> Bool {
    guard let window = asked.query.during, window != .named(.any), listing.kind == .event else { return true }
    guard let starts = listing.starts else { return false }
    let over = max(listing.ends ?? starts, starts + 1)
    switch window {
    case .between(let from, let to):
      guard let from = instant(from, listing, asked.now), let to = instant(to, listing, from + 1), from < to else {
        return false
      }
      return starts < to && from < over
    case .from(let from): return instant(from, listing, asked.now).map { $0 < over } ?? false
    case .weekdays:
      guard let zone = listing.timeZone.flatMap(Zone.init(identifier:)) else { return false }
      return stride(from: starts.secondsSince1970, to: over.secondsSince1970, by: 900).contains { seconds in
        isIn(window, Instant(secondsSince1970: seconds), zone, asked.now)
      }
    case .named(.upcoming): return starts >= asked.now
    case .named(.past): return over <= asked.now
    case .named(.running): return starts <= asked.now && asked.now < over
    case .named(let name):
      guard let zone = listing.timeZone.flatMap(Zone.init(identifier:)) else { return false }
      // Windows and events begin and end at quarters of an hour.
      return stride(from: starts.secondsSince1970, to: over.secondsSince1970, by: 900).contains { seconds in
        let shown = zone.localDateTime(at: Instant(secondsSince1970: seconds))
        return belongs(shown, to: name, at: zone.localDateTime(at: asked.now))
      }
    }
  }

  /// Whether a local time belongs to a window if the local time is now `now`.
  private func belongs(_ time: LocalDateTime, to name: Query.Window.Name, at now: LocalDateTime) -> Bool {
    switch name {
    case .today: return time.date == now.date
    case .tomorrow: return time.date == now.date + 1
    case .tonight:
      let night = now.hour < 6 ? now.date - 1 : now.date
      return time.date == night ? time.hour >= 18 : time.date == night + 1 && time.hour < 6
    case .weekend:
      let saturday = (-1...5).map { now.date + $0 }.first { $0.weekday == .saturday }
      return saturday.map { time.date == $0 || time.date == $0 + 1 } ?? false
    case .thisWeek: return monday(before: time.date) == monday(before: now.date)
    case .nextWeek: return monday(before: time.date) == monday(before: now.date) + 7
    case .running, .upcoming, .past, .any: return false
    }
  }

  private func monday(before date: LocalDate) -> LocalDate {
    (0...6).map { date - $0 }.first { $0.weekday == .monday } ?? date
  }

  /// Whether an instant belongs to a window of local days or with a name.
  private func isIn(_ window: Query.Window, _ instant: Instant, _ zone: Zone, _ now: Instant) -> Bool {
    let (time, present) = (zone.localDateTime(at: instant), zone.localDateTime(at: now))
    switch window {
    case .named(let name): return belongs(time, to: name, at: present)
    case .between(.local(let from), .local(let to)): return from <= time && time < to
    case .weekdays(let first, let last):
      let length = (0...6).first { (LocalDate(dayNumber: 4 + first.rawValue) + $0).weekday == last } ?? 0
      // The first such days that are not over.
      let start = (-length...6).map { present.date + $0 }.first { $0.weekday == first } ?? present.date
      return start <= time.date && time.date <= start + length
    case .between, .from: return false
    }
  }

  /// Tries every half hour of the window that is not over, at which all hours begin and end, or every minute where they
  /// follow the sun.
  private func sometime(
    _ listing: Listing, _ opening: Query.Opening, _ window: Query.Window, _ now: Instant
  ) -> (state: OpeningState, isOpenEnd: Bool) {
    guard let zone = Self.clock(of: listing) else { return (.unknown, false) }
    let halfHours = knownTimes.times(of: "\(zone.identifier) \(window) \(now)") {
      stride(from: now.secondsSince1970 - 86_400, to: now.secondsSince1970 + 8 * 86_400, by: 1800)
        .map { Instant(secondsSince1970: $0) }.filter { isIn(window, $0, zone, now) }
    }
    let minutes: [Int64] = listing.openingHours?.contains("sun") == true ? Array(0..<30) : [0]
    let all = halfHours.flatMap { start in minutes.map { start + 60 * $0 } }
    let coming = all.filter { $0 >= now }
    var found: [(state: OpeningState, isOpenEnd: Bool)] = []
    for begin in coming.isEmpty ? all : coming {
      found.append(visit(listing, .init(at: .instant(begin), stayMinutes: opening.stayMinutes ?? 0), begin))
      if found.last?.state == .open { break }
    }
    return found.first { $0.state == .open } ?? found.first { $0.isOpenEnd } ?? found.first { $0.state == .unknown }
      ?? (.closed, false)
  }

  func isOpen(_ listing: Listing, _ asked: Asked) -> Bool {
    guard let opening = asked.query.open, listing.kind != .couch else { return true }
    let (state, isOpenEnd) = state(of: listing, opening, asked)
    switch opening.unknown {
    case .drop: return state == .open || isOpenEnd
    case .keep: return state != .closed
    case .only: return state == .unknown
    }
  }

  func state(
    of listing: Listing, _ opening: Query.Opening, _ asked: Asked
  ) -> (state: OpeningState, isOpenEnd: Bool) {
    if let window = opening.sometime { return sometime(listing, opening, window, asked.now) }
    if opening.until == nil, opening.stayMinutes != nil || opening.waitMinutes != nil || opening.arriving != nil {
      return visit(listing, opening, arrival(at: listing, asked))
    }
    let now = asked.now
    let from = instant(opening.at, listing, now)
    let to = opening.until.flatMap { until in from.flatMap { instant(until, listing, until == .now ? $0 : $0 + 1) } }
    guard let from, opening.until == nil || to.map({ from < $0 }) == true else { return (.unknown, false) }
    if listing.kind == .event {
      guard let starts = listing.starts else { return (.unknown, false) }
      let ends = listing.ends ?? starts
      return (starts <= from && from < ends && (to ?? from) <= ends ? .open : .closed, false)
    }
    guard let schedule = schedules[listing.id] else { return (.unknown, false) }
    if let to { return (schedule.isOpen(throughout: from..<to), false) }
    let moment = schedule.moment(at: from)
    return (moment.state, moment.state == .unknown && moment.isOpenEnd)
  }

  /// Tries every minute of the wait, and for each every minute of the stay that would follow.
  private func visit(
    _ listing: Listing, _ opening: Query.Opening, _ arrival: Instant?
  ) -> (state: OpeningState, isOpenEnd: Bool) {
    guard let arrival else { return (.unknown, false) }
    let stay = 60 * Int64(opening.stayMinutes ?? 0)
    var found: [(state: OpeningState, isOpenEnd: Bool)] = []
    for begin in [arrival] + minutes(after: arrival, for: 60 * Int64(opening.waitMinutes ?? 0)) {
      if listing.kind == .event {
        guard let starts = listing.starts else { return (.unknown, false) }
        let ends = listing.ends ?? starts
        found.append((starts <= begin && begin < ends && begin + stay <= ends ? .open : .closed, false))
        continue
      }
      guard let schedule = schedules[listing.id] else { return (.unknown, false) }
      if stay > 0 {
        let states = ([begin] + minutes(after: begin, for: stay - 1)).map { schedule.state(at: $0) }
        found.append((states.contains(.closed) ? .closed : states.contains(.unknown) ? .unknown : .open, false))
      } else {
        let moment = schedule.moment(at: begin)
        found.append((moment.state, moment.state == .unknown && moment.isOpenEnd))
      }
      if found.last?.state == .open { break }
    }
    return found.first { $0.state == .open } ?? found.first { $0.isOpenEnd } ?? found.first { $0.state == .unknown }
      ?? (.closed, false)
  }

  /// The whole minutes in (start, start + seconds].
  private func minutes(after start: Instant, for seconds: Int64) -> [Instant] {
    let first = start.secondsSince1970 / 60 * 60 + 60
    return stride(from: first, through: start.secondsSince1970 + seconds, by: 60).map(Instant.init(secondsSince1970:))
  }

  /// The time of arrival at the listing, or the query's time if it has no route.
  func arrival(at listing: Listing, _ asked: Asked) -> Instant? {
    let start = instant(asked.query.open?.at ?? .now, listing, asked.now)
    guard let travel = asked.query.open?.arriving else { return start }
    let (speed, detour) =
      switch travel {
      case .walking: (1.4, 1.3)
      case .cycling: (4.2, 1.3)
      case .driving: (8.3, 1.4)
      case .speed(let metersPerSecond): (metersPerSecond, 1.0)
      }
    guard let meters = asked.distance.way(to: listing.coordinate, detour: detour) else { return start }
    return start.map { $0 + 60 * Int64((meters / speed / 60).rounded(.up)) }
  }

  /// The zone of a listing; any zone where the hours of the small worlds are the same at all times.
  private static func clock(of listing: Listing) -> Zone? {
    let isConstant = listing.openingHours == "24/7"
    return listing.timeZone.flatMap(Zone.init(identifier:)) ?? (isConstant ? .utc : nil)
  }

  func instant(_ moment: Query.Moment, _ listing: Listing, _ now: Instant) -> Instant? {
    let zone = Self.clock(of: listing)
    switch moment {
    case .now: return now
    case .instant(let instant): return instant
    case .local(let local): return zone?.instant(of: local)
    case .daily(let minute):
      guard let zone else { return nil }
      let today = zone.localDateTime(at: now).date
      return (-1...2).map { zone.instant(of: LocalDateTime(date: today + $0, secondOfDay: minute * 60)) }
        .first { $0 >= now }
    case .weekly(let weekday, let minute):
      guard let zone else { return nil }
      let today = zone.localDateTime(at: now).date
      let times = (0...7).map { today + $0 }.filter { $0.weekday == weekday }.map {
        zone.instant(of: LocalDateTime(date: $0, secondOfDay: minute * 60))
      }
      return times.first { $0 >= now }
    }
  }

  // MARK: Order

  private enum Key: Comparable {
    case number(Double)
    case name(Bytes)
    case reversedName(Bytes)
    case missing

    /// The key in the other direction; a missing value stays last.
    var reversed: Key {
      switch self {
      case .number(let number): .number(-number)
      case .name(let bytes): .reversedName(bytes)
      default: self
      }
    }

    static func < (left: Key, right: Key) -> Bool {
      switch (left, right) {
      case (.number(let one), .number(let other)): one < other
      case (.name(let one), .name(let other)): one < other
      case (.reversedName(let one), .reversedName(let other)): other < one
      default: left != .missing && right == .missing
      }
    }
  }

  private static func order(of query: Query) -> [Query.SortKey] {
    let usual: [Query.SortKey] =
      query.along != nil ? [.route] : query.text != nil ? [.best] : query.isMeasured ? [.distance] : []
    return query.sort.isEmpty ? usual : query.sort
  }

  private func keys(
    of listing: Listing, _ asked: Asked, _ scores: [Listing.ID: Double], _ qualities: [Listing.ID: Double]
  ) -> [Key] {
    Self.order(of: asked.query).map { key in
      let value =
        key.property == .best
        ? .number(-best(listing, asked, qualities)) : value(of: key.property, listing, asked, scores)
      return key.isDescending ? value.reversed : value
    }
  }

  private func value(
    of property: Query.SortProperty, _ listing: Listing, _ asked: Asked, _ scores: [Listing.ID: Double]
  ) -> Key {
    switch property {
    case .distance:
      return asked.distance.meters(to: listing.coordinate).map { .number($0) } ?? .missing
    case .route: return asked.distance.progress(to: listing.coordinate).map { .number($0) } ?? .missing
    case .spread: return asked.distance.spread(to: listing.coordinate).map { .number($0) } ?? .missing
    case .recommended, .best, .added, .changed: return .missing
    case .own(let name):
      if let text = ownText(name, listing) { return .name(Bytes(utf8: Array(folded(text).utf8))) }
      return ownNumber(name, listing).map { .number($0) } ?? .missing
    case .price: return listing.price.map { .number($0.amount) } ?? .missing
    case .rating: return voteAware(listing).map { .number($0) } ?? .missing
    case .votes: return listing.ratingCount.map { .number(Double($0)) } ?? .missing
    case .stayPrice: return stayPrice(of: listing, asked).map { .number($0) } ?? .missing
    case .nightPrice:
      return nightPrice(of: listing, asked.query.stay, asked.now)
        .map { .number($0.sum.amount / Double($0.nights)) } ?? .missing
    case .end: return listing.ends.map { .number(Double($0.secondsSince1970)) } ?? .missing
    case .start: return listing.starts.map { .number(Double($0.secondsSince1970)) } ?? .missing
    case .open: return wait(listing, asked).map { .number($0) } ?? .missing
    case .relevance: return scores[listing.id].map { .number($0) } ?? .missing
    case .name: return listing.name.map { .name(Bytes(utf8: Array(folded($0).utf8))) } ?? .missing
    }
  }

  private func stayPrice(of listing: Listing, _ asked: Asked) -> Double? {
    guard listing.kind == .couch, let stay = asked.query.stay, !stay.partly else { return nil }
    let stays = stay.nightCount == nil ? [stay.nights] : windows(of: listing, stay, now: asked.now)
    return stays.compactMap { price(of: listing, $0)?.amount }.min()
  }

  func voteAware(_ listing: Listing) -> Double? {
    guard let rating = listing.rating else { return nil }
    let votes = Double(max(listing.ratingCount ?? 1, 1))
    return (votes * rating + 10 * meanRating) / (votes + 10)
  }

  func wait(_ listing: Listing, _ asked: Asked) -> Double? {
    guard listing.kind != .couch, let at = arrival(at: listing, asked) else { return nil }
    if listing.kind == .event {
      guard let starts = listing.starts else { return nil }
      if at < starts { return Double(starts - at) }
      return at < listing.ends ?? starts ? 0 : nil
    }
    guard let schedule = schedules[listing.id] else { return nil }
    let horizon = at..<(at + 366 * 86_400)
    return schedule.intervals(in: horizon).first { $0.state == .open }.map { Double($0.range.lowerBound - at) }
  }

  private func folded(_ name: String) -> String {
    name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}

/// A cache of expanded occurrences.
private final class KnownOccurrences: Sendable {
  private let known = Mutex<[Listing.ID: [Instant: [Listing]]]>([:])

  func occurrences(of id: Listing.ID, until: Instant, _ make: () -> [Listing]) -> [Listing] {
    if let occurrences = known.withLock({ $0[id]?[until] }) { return occurrences }
    let occurrences = make()
    known.withLock { $0[id, default: [:]][until] = occurrences }
    return occurrences
  }
}

private struct Bytes: Comparable {
  let utf8: [UInt8]

  static func < (left: Bytes, right: Bytes) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
}

/// The half hours of windows, by zone: many listings share a zone.
private final class KnownTimes: Sendable {
  private let known = Mutex<[String: [Instant]]>([:])

  func times(of key: String, _ make: () -> [Instant]) -> [Instant] {
    if let times = known.withLock({ $0[key] }) { return times }
    let times = make()
    known.withLock { $0[key] = times }
    return times
  }
}
