/// The last moment of a rule, in the terms of its start.
enum Until {
  case never
  /// Compared with local time, inclusive.
  case wall(Int64)
  /// Compared with instants, inclusive.
  case instant(Int64)

  /// A date means the end of that day; UTC is compared with instants when the start has a zone, else with local time.
  init(_ until: ICalendarTime?, _ start: ICalendarTime) {
    guard let until else {
      self = .never
      return
    }
    let wall = until.local.wallSeconds + (until.isDate ? 86_399 : 0)
    if case .zone = start.reference, until.reference == .utc { self = .instant(wall) } else { self = .wall(wall) }
  }

  func allows(_ wall: Int64, _ instant: Int64) -> Bool {
    switch self {
    case .never: true
    case .wall(let last): wall <= last
    case .instant(let last): instant <= last
    }
  }

  /// An exclusive upper bound of the local times of the rule.
  func lastWall(_ clock: RuleClock) -> Int64? {
    switch self {
    case .never: nil
    case .wall(let last): last + 1
    case .instant(let last): clock.wall(last) + 2 * 86_400
    }
  }
}
