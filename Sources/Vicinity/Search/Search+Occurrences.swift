import CivilTime

extension Search {
  /// Hands over the occurrences of a recurring event that the query is about, in order, and keeps those that can be
  /// among the best.
  ///
  /// With times asked for these are the occurrences at that time; else the present or next one, and when all are over
  /// the last. They are worked out one after the other, so that of thousands no more are in memory than the answer may
  /// tell.
  ///
  /// - Parameters:
  ///   - distance: the way to it in meters; looked at only where the query asks about an arrival.
  ///   - body: takes an occurrence in, counts it where it is a match by itself, and keeps it only where it may.
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
      // Recommendations tell an event once, however many of its occurrences pass.
      counts = !plan.isRecommended
      room.take(fate, isLate: isLate)
      if fate != .kept, occurrence.occurrence > 0 { worker.scratch.forgetLastOccurrence() }
      if room.isFull, !countsAll { return }
    }
  }

  /// The one occurrence of a recurring event that stands for all of them; nil when none passes.
  func occurrence(of entry: Entry, distance: Double) throws -> Entry? {
    guard let event = try event(of: entry) else { return try ownTimes(of: entry, distance: distance) }
    let extent = try tests.during?.extent(zone: entry.zone)
    if tests.during != nil, extent == nil { return nil }
    let wantsLast = extent?.relation == .isOver
    if wantsLast, let end = extent?.to, plan.query.open == nil {
      return try lastOccurrence(of: event, entry, overBy: end, distance: distance)
    }
    guard let time = try time(extent, entry, distance: distance) else {
      return try firstOccurrence(of: event, entry, distance: distance)
    }
    var found = FoundOccurrences(event, of: entry, from: time.from, to: time.to, extent, distance, work)
    var best: OccurrenceTimes?
    while wantsLast || best == nil, let occurrence = try next(&found) {
      best = worker.scratch.times(of: occurrence)
      worker.scratch.forgetLastOccurrence()
    }
    if let best { return worker.scratch.entry(entry, at: best) }
    guard extent == nil, plan.query.open == nil else { return nil }
    return try lastOccurrence(of: event, entry, overBy: time.from, distance: distance) ?? entry
  }

  /// All occurrences at the time asked for; nil when there can be none.
  private func occurrences(of entry: Entry, distance: Double) throws -> FoundOccurrences? {
    guard let event = try event(of: entry) else {
      return try ownTimes(of: entry, distance: distance).map { FoundOccurrences(only: $0) }
    }
    guard let extent = try tests.during?.extent(zone: entry.zone) else { return nil }
    guard let time = try time(extent, entry, distance: distance) else {
      return try firstOccurrence(of: event, entry, distance: distance).map { FoundOccurrences(only: $0) }
    }
    return FoundOccurrences(event, of: entry, from: time.from, to: time.to, extent, distance, work)
  }

  /// The next that passes.
  private func next(_ found: inout FoundOccurrences) throws -> Entry? {
    if let only = found.takeOnly() { return only }
    while let times = try found.nextTimes() {
      if let occurrence = try admitted(found.entry, at: times, distance: found.distance) { return occurrence }
    }
    return nil
  }

  private func event(of entry: Entry) throws -> RecurringEvent? {
    try snapshot.occurrences.event(of: entry, zone: try numbers.zone(entry.zone), worker: worker)
  }

  /// Whether an occurrence comes behind the others in an order that is not that of the time.
  private func isLate(_ occurrence: Entry, distance: Double) throws -> Bool {
    if plan.isRecommended { return worker.scratch.times(of: occurrence).over <= plan.now.secondsSince1970 }
    return try clock?.secondsUntilOpen(occurrence, after: plan.openingMoment, distance: distance) == .infinity
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
  private func firstOccurrence(of event: RecurringEvent, _ entry: Entry, distance: Double) throws -> Entry? {
    var walk = event.walk(from: .min, to: .max, work)
    return try walk.next().flatMap { try admitted(entry, at: $0, distance: distance) }
  }

  /// The event at the one time that its source tells, where no more can be said.
  private func ownTimes(of entry: Entry, distance: Double) throws -> Entry? {
    if let during = tests.during {
      guard try during.extent(zone: entry.zone)?.admits(entry.ownTimes) == true else { return nil }
    }
    return try tests.admitsOpening(of: entry, distance: distance) ? entry : nil
  }

  private func lastOccurrence(
    of event: RecurringEvent, _ entry: Entry, overBy end: Int64, distance: Double
  ) throws -> Entry? {
    try event.last(overBy: end, work).flatMap { try admitted(entry, at: $0, distance: distance) }
  }

  private func admitted(_ entry: Entry, at times: OccurrenceTimes, distance: Double) throws -> Entry? {
    let occurrence = worker.scratch.entry(entry, at: times)
    if try tests.admitsOpening(of: occurrence, distance: distance) { return occurrence }
    worker.scratch.forgetLastOccurrence()
    return nil
  }
}

/// What became of an occurrence that passed every test.
enum OccurrenceFate {
  case kept
  /// There are enough that are better, now and from now on.
  case beaten
  /// It has been told on an earlier page, or is only counted.
  case counted
}

/// The occurrences of one event at the time asked for, one after the other.
private struct FoundOccurrences {
  let entry: Entry
  let distance: Double
  private let from: Int64
  private let extent: WindowExtent?
  private var walk: RecurringEvent.Walk?
  private var only: Entry?

  init(
    _ event: RecurringEvent, of entry: Entry, from: Int64, to: Int64, _ extent: WindowExtent?, _ distance: Double,
    _ work: WorkMeter
  ) {
    (self.entry, self.distance, self.from, self.extent) = (entry, distance, from, extent)
    walk = event.walk(from: from, to: to, work)
  }

  /// One that is known to pass.
  init(only entry: Entry) {
    (self.entry, distance, from, extent) = (entry, 0, .min, nil)
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

/// How many occurrences of one event can still be among the best.
///
/// They differ in their times only. By every key but `open` they come in the order of the time, and what is wanted of
/// them are the first. By `open`, and for members, those that are over come behind those that are not; of both the
/// first will do.
private struct OccurrenceRoom {
  /// Whether occurrences are told apart that come behind the others.
  let tellsLate: Bool
  private var soon: Int
  private var late: Int

  init(_ plan: Plan) {
    tellsLate = plan.isRecommended || plan.order.contains(.open)
    let limit = plan.query.limit
    // One more tells that there is a next page.
    soon = plan.isRecommended ? min(limit, 1) : limit == 0 || limit == .max ? limit : limit + 1
    late = soon
  }

  /// Whether no later one can be among the best: those that are over come first in time.
  var isFull: Bool { soon == 0 }

  func has(isLate: Bool) -> Bool { isLate ? late > 0 : soon > 0 }

  mutating func take(_ fate: OccurrenceFate, isLate: Bool) {
    let left =
      switch fate {
      case .kept: (isLate ? late : soon) - 1
      // Those that follow are no better.
      case .beaten: 0
      case .counted: isLate ? late : soon
      }
    if isLate { late = left } else { soon = left }
  }
}
