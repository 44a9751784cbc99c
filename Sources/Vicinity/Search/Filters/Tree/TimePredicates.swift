import CivilTime

/// The time that a date, an instant or an interval stands for at a place.
struct ResolvedTime {
  var extent: WindowExtent
  /// Whether it begins with a date; the end of the date is excluded.
  var isDate: Bool
}

/// Resolves dates and instants at the place of a listing.
struct TimeResolver {
  let numbers: DictionaryCache.Reader

  /// The seconds of a date or instant; nil for a date at a place without a known zone.
  func resolve(_ value: FilterValue, at entry: Entry) throws -> ResolvedTime? {
    switch value {
    case .instant(let instant):
      let second = instant.secondsSince1970
      return ResolvedTime(extent: WindowExtent(from: second, to: second + 1), isDate: false)
    case .date(let date):
      return try numbers.zone(entry.zone).map { zone in
        ResolvedTime(extent: WindowExtent(days: date, through: date, in: zone), isDate: true)
      }
    case .text, .number, .flag: return nil
    }
  }

  /// The seconds of an interval, open ends being the least and the greatest number.
  func resolve(_ interval: FilterInterval, at entry: Entry) throws -> ResolvedTime? {
    var resolved = ResolvedTime(extent: WindowExtent(from: .min, to: .max), isDate: false)
    if let from = interval.from {
      guard let start = try resolve(from, at: entry) else { return nil }
      (resolved.extent.from, resolved.isDate) = (start.extent.from, start.isDate)
    }
    if let to = interval.to {
      guard let end = try resolve(to, at: entry) else { return nil }
      resolved.extent.to = end.extent.to
    }
    return resolved
  }
}

/// A predicate on the start or end of events; unknown for other kinds.
class EventPredicate: EntryPredicate {
  let resolver: TimeResolver
  private let scratch: SearchScratch
  /// What the tested time stands for in the last zone: events of one region share a zone.
  private var latest: (zone: Int32, time: ResolvedTime?)?

  init(_ resolver: TimeResolver, _ scratch: SearchScratch, cost: Int = 4) {
    (self.resolver, self.scratch) = (resolver, scratch)
    super.init(cost: cost)
  }

  override final var isTimed: Bool { true }

  override final func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    var events = entries
    events.formIntersection(EntrySet(range: leaf.positions(of: .event)))
    return try events.judged(isNegated: isNegated) { position in
      let entry = occurrence ?? Entry(leaf: leaf, index: position)
      return try verdict(of: entry, scratch.times(of: entry))
    }
  }

  /// What the tested time stands for at the place of an event.
  @inline(__always)
  final func time(at entry: Entry) throws -> ResolvedTime? {
    if let latest, latest.zone == entry.zone { return latest.time }
    let time = try resolvedTime(at: entry)
    latest = (entry.zone, time)
    return time
  }

  /// The same; depends on the zone only.
  func resolvedTime(at entry: Entry) throws -> ResolvedTime? { nil }

  /// Whether it is true; nil without the tested value.
  func verdict(of entry: Entry, _ times: OccurrenceTimes) throws -> Bool? { nil }
}

/// Compares the start or the end with a date or an instant.
final class TimePredicate: EventPredicate {
  private let isStart: Bool
  private let comparison: FilterComparison
  private let value: FilterValue

  init(
    isStart: Bool, _ comparison: FilterComparison, _ value: FilterValue, _ resolver: TimeResolver,
    _ scratch: SearchScratch
  ) {
    (self.isStart, self.comparison, self.value) = (isStart, comparison, value)
    super.init(resolver, scratch)
  }

  override func verdict(of entry: Entry, _ times: OccurrenceTimes) throws -> Bool? {
    guard let time = (isStart ? times.start : times.end)?.secondsSince1970,
      let value = try self.time(at: entry)?.extent
    else { return nil }
    return switch comparison {
    case .equal: value.from <= time && time < value.to
    case .notEqual: time < value.from || time >= value.to
    case .less: time < value.from
    case .lessOrEqual: time < value.to
    case .greater: time >= value.to
    case .greaterOrEqual: time >= value.from
    }
  }

  override func resolvedTime(at entry: Entry) throws -> ResolvedTime? { try resolver.resolve(value, at: entry) }

  override func mayHold(in values: NodeValues.Node, isNegated: Bool) -> Bool {
    guard isStart else { return true }
    let interval: FilterInterval? =
      switch isNegated ? comparison.opposite : comparison {
      case .equal: FilterInterval(from: value, to: value)
      case .less, .lessOrEqual: FilterInterval(from: nil, to: value)
      case .greater, .greaterOrEqual: FilterInterval(from: value, to: nil)
      case .notEqual: nil
      }
    return interval?.mayContainStart(in: values) ?? true
  }

  override func turningPoints(of entry: Entry) throws -> ClosedRange<Int64>? {
    try time(at: entry)?.extent.turningPoints
  }
}

/// Whether the start or the end is unknown: of an event, and of all other kinds.
final class NoTimePredicate: EntryPredicate {
  private let isStart: Bool

  init(isStart: Bool) {
    self.isStart = isStart
    super.init(cost: 2)
  }

  override func passing(
    _ entries: EntrySet, of leaf: Leaf, isNegated: Bool, at occurrence: Entry?
  ) throws -> EntrySet {
    // All occurrences have a start, and an end if the first has one.
    entries.judged(isNegated: isNegated) { position in
      let times = Entry(leaf: leaf, index: position).ownTimes
      return (isStart ? times.start : times.end) == nil
    }
  }
}

/// Whether the time of an event and an interval have a point in common.
final class IntervalPredicate: EventPredicate {
  private let time: FilterTime
  private let interval: FilterInterval

  init(_ time: FilterTime, _ interval: FilterInterval, _ resolver: TimeResolver, _ scratch: SearchScratch) {
    (self.time, self.interval) = (time, interval)
    super.init(resolver, scratch)
  }

  override func verdict(of entry: Entry, _ times: OccurrenceTimes) throws -> Bool? {
    guard let resolved = try self.time(at: entry) else { return nil }
    let interval = resolved.extent
    func isIn(_ time: Int64) -> Bool { interval.from <= time && time < interval.to }
    switch time {
    case .starts: return times.start.map { isIn($0.secondsSince1970) }
    case .ends: return times.end.map { isIn($0.secondsSince1970) }
    case .whole:
      guard let start = times.start?.secondsSince1970 else { return nil }
      let end = times.end?.secondsSince1970 ?? start
      // An event until midnight has no part in the next day; an instant at its end belongs to both.
      let reaches = resolved.isDate ? interval.from < max(end, start + 1) : interval.from <= end
      return start < interval.to && reaches
    }
  }

  override func resolvedTime(at entry: Entry) throws -> ResolvedTime? { try resolver.resolve(interval, at: entry) }

  override func mayHold(in values: NodeValues.Node, isNegated: Bool) -> Bool {
    isNegated || time != .starts || interval.mayContainStart(in: values)
  }

  override func turningPoints(of entry: Entry) throws -> ClosedRange<Int64>? {
    try time(at: entry)?.extent.turningPoints
  }
}

extension FilterInterval {
  /// A window that every event satisfies, in any zone, whose time has a point in common with the interval.
  func coveringExtent(of time: FilterTime) -> WindowExtent? {
    func seconds(_ value: FilterValue?, _ end: Int64) -> Int64? {
      switch value {
      case nil: end
      case .instant(let instant): instant.secondsSince1970
      case .date(let date): Zone.utc.midnight(of: date).secondsSince1970
      case .text, .number, .flag: nil
      }
    }
    guard let from = seconds(from, .min), let to = seconds(to, .max) else { return nil }
    // A date ends a day later, and is earlier or later in other zones.
    return WindowExtent(
      from: from == .min ? from : from - 2 * WindowFilter.mostOffset,
      to: to == .max ? to : to + 86_400 + 2 * WindowFilter.mostOffset, relation: time == .starts ? .begins : .overlaps)
  }

  /// Whether an event with some of the values below a node may start in it, in any zone.
  func mayContainStart(in values: NodeValues.Node) -> Bool {
    guard let extent = coveringExtent(of: .starts) else { return true }
    return values.mayHave(.starts, from: Double(extent.from), through: Double(extent.to))
  }
}
