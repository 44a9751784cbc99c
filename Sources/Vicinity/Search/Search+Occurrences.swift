import CivilTime

extension Search {
  /// Passes on the relevant occurrences of a recurring event, in order, and keeps those that can be among the best.
  ///
  /// If the query has times, these are the occurrences at those times; else the current or next one. With `during`
  /// "any", it is the last one when all are over. They are computed one by one, so that of thousands no more are in
  /// memory than the answer may contain.
  ///
  /// - Parameters:
  ///   - distance: the travel distance in meters; used only if the query has an arrival.
  ///   - body: receives an occurrence, counts it if it is a separate match, and keeps it only if it is allowed to.
  mutating func eachOccurrence(
    of entry: Entry, distance: Double,
    _ body: (inout Search, Entry, _ counts: Bool, _ mayKeep: Bool) throws -> OccurrenceFate
  ) throws {
    guard plan.query.occurrences == .all else {
      if let occurrence = try occurrence(of: entry, distance: distance) { _ = try body(&self, occurrence, true, true) }
      return
    }
    guard var found = try occurrences(of: entry, distance: distance) else { return }
    var room = OccurrenceRoom(plan)
    let countsAll = (plan.query.total || plan.tallies) && !plan.isRecommended
    var counts = true
    while let occurrence = try next(&found) {
      let isLate = try room.tellsLate && isLate(occurrence, distance: distance)
      let fate = try body(&self, occurrence, counts, room.has(isLate: isLate))
      // Recommendations contain an event once, however many of its occurrences pass.
      counts = !plan.isRecommended
      room.take(fate, isLate: isLate)
      if fate != .kept, occurrence.occurrence > 0 { worker.scratch.forgetLastOccurrence() }
      if room.isFull, !countsAll { return }
    }
  }

  /// The occurrence that represents a recurring event; nil when none passes.
  func occurrence(of entry: Entry, distance: Double) throws -> Entry? {
    guard let event = try event(of: entry) else { return try ownTimes(of: entry, distance: distance) }
    let extent = try filters.during?.extent(zone: entry.zone)
    if filters.during != nil, extent == nil { return nil }
    if let tree = filters.timedTree, extent == nil, plan.query.open == nil {
      return try occurrence(of: event, entry, admittedBy: tree)
    }
    let wantsLast = extent?.relation == .isOver
    if wantsLast, let end = extent?.to, plan.query.open == nil, filters.timedTree == nil {
      return try lastOccurrence(of: event, entry, overBy: end, distance: distance)
    }
    guard let time = try time(extent, entry, distance: distance) else {
      return try firstOccurrence(of: event, entry, distance: distance)
    }
    var found = FoundOccurrences(event, of: entry, time, extent, distance, work)
    found.latestTurningPoint = try latestTurningPoint(of: entry)
    var best: OccurrenceTimes?
    while wantsLast || best == nil, let occurrence = try next(&found) {
      best = worker.scratch.times(of: occurrence)
      worker.scratch.forgetLastOccurrence()
    }
    if let best { return worker.scratch.entry(entry, at: best) }
    guard extent == nil, plan.query.open == nil, filters.coming == nil else { return nil }
    return try lastOccurrence(of: event, entry, overBy: time.from, distance: distance) ?? entry
  }

  /// All occurrences at the requested time; nil when there can be none.
  private func occurrences(of entry: Entry, distance: Double) throws -> FoundOccurrences? {
    guard let event = try event(of: entry) else {
      return try ownTimes(of: entry, distance: distance).map { FoundOccurrences(only: $0) }
    }
    guard let extent = try filters.during?.extent(zone: entry.zone) else { return nil }
    guard let time = try time(extent, entry, distance: distance) else {
      return try firstOccurrence(of: event, entry, distance: distance).map { FoundOccurrences(only: $0) }
    }
    var found = FoundOccurrences(event, of: entry, time, extent, distance, work)
    found.latestTurningPoint = try latestTurningPoint(of: entry)
    return found
  }

  /// After this time all occurrences are equivalent for the filter expression; nil without one.
  private func latestTurningPoint(of entry: Entry) throws -> Int64? {
    try filters.timedTree.map { try $0.turningPoints(of: entry)?.upperBound ?? .min }
  }

  /// Without a requested time: the current or next occurrence that a filter expression admits, else the last one.
  ///
  /// Occurrences on the same side of all turning points are alike, so that one of them decides for all.
  private func occurrence(of event: RecurringEvent, _ entry: Entry, admittedBy tree: FilterTree) throws -> Entry? {
    let now = plan.now.secondsSince1970
    let points = try tree.turningPoints(of: entry)
    var from = now
    var coming = event.walk(from: from, to: .max, work)
    while let times = try coming.next() {
      guard times.over > from else { continue }
      if let occurrence = try admitted(entry, at: times, distance: 0) { return occurrence }
      if times.starts > points?.upperBound ?? .min { break }
      // Those that end before the first turning point are like this one.
      if let first = points?.lowerBound, from == now, times.over < first {
        from = first - 1
        coming = event.walk(from: from, to: .max, work)
      }
    }
    // One that ends before the first turning point was not admitted, so no earlier one is.
    guard from == now else { return nil }
    let first = min(points?.lowerBound ?? now, now)
    var last = try event.last(overBy: first, work)
    if let times = last, try !isAdmitted(entry, at: times) { last = nil }
    var past = event.walk(from: first, to: now, work)
    while let times = try past.next() {
      if times.over > first, times.over <= now, try isAdmitted(entry, at: times) { last = times }
    }
    return last.map { worker.scratch.entry(entry, at: $0) }
  }

  /// The next one that passes.
  private func next(_ found: inout FoundOccurrences) throws -> Entry? {
    if let only = found.takeOnly() { return only }
    while let times = try found.nextTimes() {
      if let occurrence = try admitted(found.entry, at: times, distance: found.distance) { return occurrence }
      // All later ones are like this one.
      if times.starts > found.latestTurningPoint ?? (found.opensAlike ? .min : .max),
        try found.opensAlike || !isAdmitted(found.entry, at: times)
      {
        break
      }
    }
    return nil
  }

  private func event(of entry: Entry) throws -> RecurringEvent? {
    try worker.event(of: entry, in: snapshot.arena)
  }

  /// Whether an occurrence sorts after the others although it is earlier in time.
  private func isLate(_ occurrence: Entry, distance: Double) throws -> Bool {
    if plan.isRecommended { return worker.scratch.times(of: occurrence).over <= plan.now.secondsSince1970 }
    return try clock?.secondsUntilOpen(occurrence, after: plan.openingMoment, distance: distance) == .infinity
  }

  /// The time span to search for occurrences: they begin before its end and are over after its start, which may be the
  /// later of the two. Nil when the query has only a local time and the zone of the place is unknown.
  private func time(_ extent: WindowExtent?, _ entry: Entry, distance: Double) throws -> OccurrenceSpan? {
    let reach = try plan.query.open.flatMap { try clock?.reach(of: $0, entry, distance: distance) }
    switch (extent, reach) {
    case (let extent?, let reach?):
      return OccurrenceSpan(from: max(extent.from, reach.lowerBound), to: min(extent.to, reach.upperBound))
    case (let extent?, nil):
      return OccurrenceSpan(from: extent.from, to: extent.to, opensAlike: plan.query.open != nil)
    case (nil, let reach?): return OccurrenceSpan(from: reach.lowerBound, to: reach.upperBound)
    case (nil, nil):
      return plan.query.open == nil ? OccurrenceSpan(from: plan.now.secondsSince1970, to: .max) : nil
    }
  }

  /// The first of all that a filter expression admits, if the requested time cannot be resolved.
  private func firstOccurrence(of event: RecurringEvent, _ entry: Entry, distance: Double) throws -> Entry? {
    var walk = event.walk(from: .min, to: .max, work)
    let latest = try latestTurningPoint(of: entry) ?? .min
    while let times = try walk.next() {
      if let occurrence = try admitted(entry, at: times, distance: distance) { return occurrence }
      if times.starts > latest { break }
    }
    return nil
  }

  /// The event at the single time from its source, if it cannot be expanded.
  private func ownTimes(of entry: Entry, distance: Double) throws -> Entry? {
    if let during = filters.during {
      guard try during.extent(zone: entry.zone)?.admits(entry.ownTimes) == true else { return nil }
    }
    if let coming = filters.coming, coming.isOver(entry.ownTimes) { return nil }
    guard try filters.timedTree?.admits(entry) ?? true else { return nil }
    return try filters.admitsOpening(of: entry, distance: distance) ? entry : nil
  }

  private func lastOccurrence(
    of event: RecurringEvent, _ entry: Entry, overBy end: Int64, distance: Double
  ) throws -> Entry? {
    try event.last(overBy: end, work).flatMap { try admitted(entry, at: $0, distance: distance) }
  }

  private func admitted(_ entry: Entry, at times: OccurrenceTimes, distance: Double) throws -> Entry? {
    let occurrence = worker.scratch.entry(entry, at: times)
    if try filters.admitsOpening(of: occurrence, distance: distance),
      try filters.timedTree?.admits(occurrence) ?? true
    {
      return occurrence
    }
    worker.scratch.forgetLastOccurrence()
    return nil
  }

  /// Whether the filter expression admits an occurrence.
  private func isAdmitted(_ entry: Entry, at times: OccurrenceTimes) throws -> Bool {
    defer { worker.scratch.forgetLastOccurrence() }
    return try filters.timedTree?.admits(worker.scratch.entry(entry, at: times)) ?? true
  }
}

/// The fate of an occurrence that passed every filter.
enum OccurrenceFate {
  case kept
  /// Enough others are better, and so are all later ones.
  case beaten
  /// It belongs to an earlier page, or is only counted.
  case counted
}

/// The time span to search for occurrences, in Unix seconds.
private struct OccurrenceSpan {
  let from: Int64
  let to: Int64
  /// Whether all occurrences are equivalent for the condition on opening, as its time at the place is unknown or empty.
  var opensAlike = false
}

/// The occurrences of one event at the requested time, one by one.
private struct FoundOccurrences {
  let entry: Entry
  let distance: Double
  /// Whether all of them are equivalent for the condition on opening.
  let opensAlike: Bool
  private let from: Int64
  private let extent: WindowExtent?
  private var walk: RecurringEvent.Walk?
  private var only: Entry?
  /// A filter expression is the same for all that begin later.
  var latestTurningPoint: Int64?

  init(
    _ event: RecurringEvent, of entry: Entry, _ span: OccurrenceSpan, _ extent: WindowExtent?, _ distance: Double,
    _ work: WorkMeter
  ) {
    (self.entry, self.distance, from, self.extent) = (entry, distance, span.from, extent)
    opensAlike = span.opensAlike
    walk = event.walk(from: span.from, to: span.to, work)
  }

  /// A single occurrence that is known to pass.
  init(only entry: Entry) {
    (self.entry, distance, from, extent, opensAlike) = (entry, 0, .min, nil, false)
    only = entry
  }

  mutating func takeOnly() -> Entry? {
    defer { only = nil }
    return only
  }

  mutating func nextTimes() throws -> OccurrenceTimes? {
    while let times = try walk?.next() {
      if times.over > from, extent?.admits(times) ?? true { return times }
    }
    return nil
  }
}

/// The number of occurrences of one event that can still be among the best.
///
/// They differ only in their times. By `start`, and by keys that do not depend on times, they sort chronologically, and
/// the first ones are needed. By `open` and `best`, and in recommendations, past ones sort after the others; the first
/// ones of both groups suffice. In other orders by time, any of them may be the best.
private struct OccurrenceRoom {
  /// Whether past occurrences sort after the others.
  let tellsLate: Bool
  /// Whether any of them may be the best, so that all are considered.
  private let isUnordered: Bool
  private var soon: Int
  private var late: Int

  init(_ plan: Plan) {
    tellsLate = plan.isRecommended || plan.order.use(.open) || plan.order.use(.best)
    isUnordered =
      plan.order.use(.end) || plan.order.contains { $0.isDescending && [.start, .open, .best].contains($0.property) }
    let limit = plan.query.limit
    // One more shows that there is a next page.
    soon = plan.isRecommended ? min(limit, 1) : limit == 0 || limit == .max ? limit : limit + 1
    late = soon
  }

  /// Whether no later one can be among the best: past ones come first in time.
  var isFull: Bool { soon == 0 }

  func has(isLate: Bool) -> Bool { isLate && !isUnordered ? late > 0 : soon > 0 }

  mutating func take(_ fate: OccurrenceFate, isLate: Bool) {
    guard !isUnordered else { return }
    let left =
      switch fate {
      case .kept: (isLate ? late : soon) - 1
      // Later ones are no better.
      case .beaten: 0
      case .counted: isLate ? late : soon
      }
    if isLate { late = left } else { soon = left }
  }
}
