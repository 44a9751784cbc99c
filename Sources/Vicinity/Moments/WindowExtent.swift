import CivilTime

/// A `Query.Window` resolved to Unix seconds in one zone, with the relation an occurrence must satisfy.
struct WindowExtent: Hashable, Sendable {
  /// The relation of an occurrence to the window.
  enum Relation: Hashable, Sendable {
    /// It overlaps the window.
    case overlaps
    /// It begins in the window.
    case begins
    /// It ends by the end of the window.
    case isOver
  }

  /// Unix seconds, half-open.
  var from: Int64
  var to: Int64
  var relation = Relation.overlaps

  /// Whether an occurrence satisfies the relation; never without a start.
  @inline(__always)
  func admits(_ times: OccurrenceTimes) -> Bool {
    guard times.starts != .max else { return false }
    return switch relation {
    case .overlaps: from < to && times.starts < to && from < times.over
    case .begins: from <= times.starts && times.starts < to
    case .isOver: times.over <= to
    }
  }
}

extension Query.Window {
  /// The extent in a zone; nil when a zone is needed but unknown, or the window is empty.
  func extent(in zone: Zone?, now: Instant) -> WindowExtent? {
    switch self {
    case .between(let from, let to):
      guard let start = from.instant(in: zone, now: now),
        let end = to.instant(in: zone, after: start), start < end
      else { return nil }
      return WindowExtent(from: start.secondsSince1970, to: end.secondsSince1970)
    case .from(let from):
      return from.instant(in: zone, now: now).map { WindowExtent(from: $0.secondsSince1970, to: .max) }
    case .weekdays(let first, let last):
      guard let zone else { return nil }
      let today = zone.localDateTime(at: now).date
      let length = (last.rawValue - first.rawValue + 7) % 7
      let since = (today.weekday.rawValue - first.rawValue + 7) % 7
      let start = since <= length ? today - since : today + (7 - since)
      return WindowExtent(days: start, through: start + length, in: zone)
    case .named(let name): return name.extent(in: zone, now: now)
    }
  }

  /// Whether it denotes different times in different zones.
  var isLocal: Bool {
    switch self {
    case .between(let from, let to): from.isLocal || to.isLocal
    case .from(let from): from.isLocal
    case .weekdays: true
    case .named(let name): name.isLocal
    }
  }

  /// Whether it has an end.
  package var isBounded: Bool {
    if case .from = self { return false }
    return self != .named(.upcoming) && self != .named(.any)
  }

  /// Whether it depends on `now`, other than by what is running, coming or over.
  var isRelative: Bool {
    switch self {
    case .between(let from, let to): from.isRelative || to.isRelative
    case .from(let from): from.isRelative
    case .weekdays: true
    case .named(let name): name.isLocal
    }
  }
}

extension WindowExtent {
  /// Whole days in a zone.
  init(days first: LocalDate, through last: LocalDate, in zone: Zone) {
    self.init(from: zone.midnight(of: first).secondsSince1970, to: zone.midnight(of: last + 1).secondsSince1970)
  }

  /// Its ends, without open ones: only there can the overlap with it change.
  var turningPoints: ClosedRange<Int64>? {
    switch (from == .min, to == .max) {
    case (true, true): nil
    case (true, false): to...to
    case (false, true): from...from
    case (false, false): min(from, to)...max(from, to)
    }
  }
}

extension Query.Window.Name {
  fileprivate var isLocal: Bool {
    switch self {
    case .today, .tonight, .tomorrow, .weekend, .thisWeek, .nextWeek: true
    case .running, .upcoming, .past, .any: false
    }
  }

  fileprivate func extent(in zone: Zone?, now: Instant) -> WindowExtent? {
    let seconds = now.secondsSince1970
    switch self {
    case .running: return WindowExtent(from: seconds, to: seconds + 1)
    case .upcoming: return WindowExtent(from: seconds, to: .max, relation: .begins)
    case .past: return WindowExtent(from: .min, to: seconds, relation: .isOver)
    case .any: return WindowExtent(from: .min, to: .max)
    case .today, .tonight, .tomorrow, .weekend, .thisWeek, .nextWeek: break
    }
    guard let zone else { return nil }
    let local = zone.localDateTime(at: now)
    let today = local.date
    switch self {
    case .tomorrow: return WindowExtent(days: today + 1, through: today + 1, in: zone)
    case .tonight:
      // Before six in the morning the night of the previous day is still on.
      let evening = local.hour < Self.morning ? today - 1 : today
      let from = zone.instant(of: LocalDateTime(date: evening, secondOfDay: Self.evening * 3600))
      let to = zone.instant(of: LocalDateTime(date: evening + 1, secondOfDay: Self.morning * 3600))
      return WindowExtent(from: from.secondsSince1970, to: to.secondsSince1970)
    case .weekend:
      let saturday = today + (Weekday.saturday.rawValue - today.weekday.rawValue)
      return WindowExtent(days: saturday, through: saturday + 1, in: zone)
    case .thisWeek, .nextWeek:
      let monday = today - today.weekday.rawValue + (self == .nextWeek ? 7 : 0)
      return WindowExtent(days: monday, through: monday + 6, in: zone)
    default: return WindowExtent(days: today, through: today, in: zone)
    }
  }

  /// The hours of the night.
  private static let evening = 18
  private static let morning = 6
}
