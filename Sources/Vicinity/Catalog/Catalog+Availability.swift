import CivilTime
import CodedErrors
import Hours

extension Catalog {
  /// Checks whether one listing is free, open or on, and if not, why.
  ///
  /// - Parameters:
  ///   - id: the listing.
  ///   - request: a stay for a couch, a moment for a bar, a window of time for an event.
  ///   - now: the instant that `now` refers to in the request.
  /// - Throws: `CatalogError.unknownListing`, or `unsuitable` when the request does not apply to the kind; `QueryError`
  ///   when its times contradict each other.
  public func availability(of id: String, for request: AvailabilityRequest, at now: Instant) throws -> Availability {
    let found = try read { worker, snapshot, _ in
      try worker.number(of: id).flatMap { number in
        try worker.record(number).map { listing in
          (
            listing, listing.kind == .couch ? try worker.calendar(of: id, in: snapshot) : nil,
            try worker.placedHours(of: listing, row: number)
          )
        }
      }
    }
    guard let (listing, calendar, hours) = found else {
      throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id))
    }
    guard request.kinds.contains(listing.kind) else {
      throw CatalogError.unsuitable(
        id: id, kind: listing.kind, reason: "this request does not apply to it.", remedy: listing.kind.suitableQuestion)
    }
    try request.check(at: now)
    let inquiry = Inquiry(listing: listing, calendar: calendar, hours: hours, now: now)
    if let off = inquiry.off { return off }
    return switch request {
    case .stay(let stay): inquiry.stay(stay)
    case .opening(let opening):
      listing.kind == .bar ? inquiry.barOpening(opening) : try inquiry.eventOpening(opening)
    case .window(let window): try inquiry.window(window)
    }
  }
}

extension Catalog {
  /// A listing with its opening hours at its place, as searches evaluate them.
  ///
  /// - Throws: `CatalogError.unknownListing`.
  package func placedHours(of id: String) throws -> (listing: Listing, hours: PlacedHours) {
    let found = try read { worker, _, _ in
      try worker.number(of: id).flatMap { number in
        try worker.record(number).map { (listing: $0, hours: try worker.placedHours(of: $0, row: number)) }
      }
    }
    guard let found else { throw CatalogError.unknownListing(id: id, similar: try similarIds(to: id)) }
    return found
  }
}

extension AvailabilityRequest {
  /// Throws the errors that a query with this request would throw.
  fileprivate func check(at now: Instant) throws(QueryError) {
    var query = Query()
    switch self {
    case .stay(let stay): query.stay = stay
    case .window(let window): query.during = window
    case .opening(let opening):
      query.open = opening
      // The origin of the arrival does not matter for one listing.
      query.open?.arriving = nil
    }
    _ = try Plan(query, at: now)
  }
}

extension Kind {
  fileprivate var suitableQuestion: Remedy {
    switch self {
    case .bar: .askOpening
    case .event: .askEvent
    case .couch: .askStay
    }
  }
}

extension Visit {
  fileprivate func state(in schedule: Schedule) -> OpeningState {
    switch verdict(of: schedule) {
    case .open: .open
    case .closed: .closed
    case .unknown, .openEnd: .unknown
    }
  }
}

/// Evaluates a request for one listing, without the index.
private struct Inquiry {
  let listing: Listing
  /// For couches only.
  let calendar: AvailabilityCalendar?
  let hours: PlacedHours
  let now: Instant

  private var zone: Zone? { listing.timeZone.flatMap(Zone.init(identifier:)) }

  func stay(_ stay: Query.Stay) -> Availability {
    guard let calendar else { return unknown("only couches have free nights") }
    let stay = stay.dated(at: now, in: zone ?? .utc)
    let obstacles = calendar.obstacles(to: stay.nights, guests: stay.guests, at: now)
    return Availability(
      listing: listing, isAvailable: obstacles.isEmpty, obstacles: obstacles,
      free: obstacles.isEmpty ? calendar.free(around: stay.nights) : nil,
      price: obstacles.isEmpty ? calendar.price(of: stay.nights) : nil)
  }

  func barOpening(_ opening: Query.Opening) -> Availability {
    if opening.arriving != nil { return unknown("the starting point is not known; give the time of arrival") }
    guard let schedule = hours.schedule else { return unknown(hours.problem ?? "") }
    guard let visit = opening.visit(in: schedule.context.zone, now: now) else {
      return unknown("the time span is empty")
    }
    let at = visit.arrival
    let moment = schedule.moment(at: at)
    let status = OpeningStatus(schedule, at: at, withRule: true)
    let state =
      opening.until == nil ? visit.state(in: schedule) : schedule.isOpen(throughout: at..<(at + max(visit.stay, 1)))
    var obstacle: Obstacle?
    switch state {
    case .open: obstacle = nil
    case .unknown: obstacle = .unknown(moment.comment ?? "the hours do not determine it")
    case .closed where moment.state == .open: obstacle = .notThroughout
    case .closed: obstacle = .closed(rule: moment.rule, opensNext: schedule.nextOpening(atOrAfter: at))
    }
    return Availability(
      listing: listing, isAvailable: state == .unknown ? nil : state == .open, obstacles: [obstacle].compactMap { $0 },
      opening: status)
  }

  /// The result for a place that is not in business, and for an event that has been cancelled or postponed; nil for
  /// others.
  var off: Availability? {
    if let status = listing.operatingStatus, status != .open {
      return Availability(listing: listing, isAvailable: false, obstacles: [.notInBusiness(status)])
    }
    guard listing.kind == .event else { return nil }
    return listing.status.map { Availability(listing: listing, isAvailable: false, obstacles: [.isOff($0)]) }
  }

  func eventOpening(_ opening: Query.Opening) throws -> Availability {
    if opening.arriving != nil { return unknown("the starting point is not known; give the time of arrival") }
    guard let visit = opening.visit(in: zone, now: now) else {
      return unknown(zone == nil ? "the listing has no time zone" : "the time span is empty")
    }
    let first = visit.arrival.secondsSince1970
    return try event(in: first..<(first + visit.wait + 1)) { times in
      guard let starts = times.start else { return false }
      return visit.begins(in: starts..<max(starts, times.end ?? starts)) != nil
    }
  }

  func window(_ window: Query.Window) throws -> Availability {
    guard let extent = window.extent(in: zone, now: now) else { return unknown("the listing has no time zone") }
    return try event(in: extent.from..<max(extent.from, extent.to), extent.admits)
  }

  /// - Parameter range: the time span in which occurrences are searched, in Unix seconds.
  private func event(in range: Range<Int64>, _ passes: (OccurrenceTimes) -> Bool) throws -> Availability {
    let own = OccurrenceTimes(
      starts: listing.starts?.secondsSince1970 ?? .max, ends: listing.ends?.secondsSince1970 ?? .min)
    let shown = try occurrence(of: own, in: range, passes)
    guard let start = shown.start else { return unknown("the event has no start") }
    let isOn = passes(shown)
    return Availability(
      listing: listing, isAvailable: isOn, obstacles: isOn ? [] : [.takesPlace(starts: start, ends: shown.end)])
  }

  /// The first occurrence that passes, else the next one.
  private func occurrence(
    of own: OccurrenceTimes, in range: Range<Int64>, _ passes: (OccurrenceTimes) -> Bool
  ) throws -> OccurrenceTimes {
    guard let recurrence = listing.recurrence,
      let event = RecurringEvent(recurrence, times: own, isAllDay: listing.allDay, zone: zone ?? .utc)
    else { return own }
    var found: OccurrenceTimes?
    var walk = event.walk(from: range.lowerBound, to: .max, WorkMeter())
    while let times = try walk.next() {
      let isOn = passes(times)
      if isOn || found == nil { found = times }
      if isOn || times.starts >= range.upperBound { break }
    }
    return found ?? own
  }

  private func unknown(_ why: String) -> Availability {
    Availability(listing: listing, isAvailable: nil, obstacles: [.unknown(why)])
  }
}
