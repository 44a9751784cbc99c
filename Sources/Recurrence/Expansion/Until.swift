/// The last moment of a rule, in the terms that its start asks for.
enum Until {
  case never
  /// Compared with the clock on the wall, inclusive.
  case wall(Int64)
  /// Compared with the time line, inclusive.
  case instant(Int64)

  /// A day means its end; UTC is compared with the time line when the start is of a zone, else with the clock on the wall.
  init(_ until: CalendarTime?, _ start: CalendarTime) {
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

  /// A time on the wall that no moment allowed comes after, exclusive.
  func lastWall(_ clock: RuleClock) -> Int64? {
    switch self {
    case .never: nil
    case .wall(let last): last + 1
    case .instant(let last): clock.wall(last) + 2 * 86_400
    }
  }
}
