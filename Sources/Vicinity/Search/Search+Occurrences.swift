extension Search {
  /// The occurrences of a recurring event that the query is about, in order; empty when none passes.
  ///
  /// With times asked for these are the occurrences at that time; else the present or next one, and when all are over the last.
  ///
  /// - Parameter distance: the way to it in meters; looked at only where the query asks about an arrival.
  func occurrences(of entry: Entry, distance: Double) throws -> [Entry] {
    let zone = try numbers.zone(entry.zone)
    guard let event = try snapshot.occurrences.event(of: entry, zone: zone, worker: worker) else {
      return try ownTimes(of: entry, distance: distance)
    }
    let extent = try tests.during?.extent(zone: entry.zone)
    if tests.during != nil, extent == nil { return [] }
    let wantsLast = extent?.relation == .isOver && plan.query.occurrences == .first
    if wantsLast, let end = extent?.to, plan.query.open == nil {
      return try lastOccurrence(of: event, entry, overBy: end, distance: distance)
    }
    guard let time = try time(extent, entry, distance: distance) else {
      return try firstOccurrence(of: event, entry, distance: distance)
    }
    var found: [Entry] = []
    try event.forEach(from: time.from, to: time.to) { times in
      guard times.over > time.from, extent?.admits(times) ?? true else { return true }
      if let occurrence = try admitted(entry, at: times, distance: distance) { found.append(occurrence) }
      return found.isEmpty || wantsLast || plan.query.occurrences == .all
    }
    if wantsLast { return found.suffix(1) }
    guard found.isEmpty, extent == nil, plan.query.open == nil else { return found }
    let last = try lastOccurrence(of: event, entry, overBy: time.from, distance: distance)
    return last.isEmpty ? [entry] : last
  }

  /// Where occurrences have to be looked for: they begin before the end of this time and are over after its beginning, which may be
  /// the later of the two. Nil when the query asks for nothing but a local time in a place whose zone is not known.
  private func time(_ extent: WindowExtent?, _ entry: Entry, distance: Double) throws -> (from: Int64, to: Int64)? {
    let reach = try plan.query.open.flatMap { try clock?.reach(of: $0, entry, distance: distance) }
    switch (extent, reach) {
    case (let extent?, let reach?): return (max(extent.from, reach.lowerBound), min(extent.to, reach.upperBound))
    case (let extent?, nil): return (extent.from, extent.to)
    case (nil, let reach?): return (reach.lowerBound, reach.upperBound)
    case (nil, nil): return plan.query.open == nil ? (plan.now.secondsSince1970, .max) : nil
    }
  }

  /// The first of all, where nobody knows the time asked for.
  private func firstOccurrence(of event: RecurringEvent, _ entry: Entry, distance: Double) throws -> [Entry] {
    var first: Entry?
    try event.forEach(from: .min, to: .max) { times in
      first = try admitted(entry, at: times, distance: distance)
      return false
    }
    return [first].compactMap { $0 }
  }

  /// The event at the one time that its source tells, where no more can be said.
  private func ownTimes(of entry: Entry, distance: Double) throws -> [Entry] {
    if let during = tests.during {
      guard try during.extent(zone: entry.zone)?.admits(entry.ownTimes) == true else { return [] }
    }
    return try tests.admitsOpening(of: entry, distance: distance) ? [entry] : []
  }

  private func lastOccurrence(
    of event: RecurringEvent, _ entry: Entry, overBy end: Int64, distance: Double
  ) throws -> [Entry] {
    guard let times = event.last(overBy: end) else { return [] }
    return try [admitted(entry, at: times, distance: distance)].compactMap { $0 }
  }

  private func admitted(_ entry: Entry, at times: OccurrenceTimes, distance: Double) throws -> Entry? {
    let occurrence = worker.scratch.entry(entry, at: times)
    return try tests.admitsOpening(of: occurrence, distance: distance) ? occurrence : nil
  }
}
