import CivilTime

/// Lower and upper bound of a time of day in minutes; equal when it is known.
struct MinuteBounds {
  var earliest: Int
  var latest: Int
}

extension TimePoint {
  /// The minutes from midnight of a date.
  ///
  /// Without a coordinate, morning events lie before noon and evening events after it. Near the poles, in polar day the
  /// sun counts as rising at 00:00 and setting at 24:00, in polar night as doing both at noon.
  func minutes(on date: LocalDate, in place: SunPlace) -> MinuteBounds {
    guard let event else { return MinuteBounds(earliest: minutes, latest: minutes) }
    guard let sun = place.sun else {
      let half = event.isMorning ? 0 : 720
      return MinuteBounds(earliest: half + minutes, latest: half + 720 + minutes)
    }
    let minute: Int
    switch sun.time(of: event, on: date) {
    case .above: minute = event.isMorning ? 0 : 1440
    case .below: minute = 720
    case .at(let seconds): minute = place.minute(at: seconds, from: date)
    }
    return MinuteBounds(earliest: minute + minutes, latest: minute + minutes)
  }
}

/// The position for sun times, and the time zone there.
struct SunPlace {
  var sun: SunTimes?
  var zone: Zone

  init(_ context: HoursContext) {
    sun = context.coordinate.map { SunTimes(latitude: $0.latitude, longitude: $0.longitude) }
    zone = context.zone
  }

  func minute(at seconds: Int64, from date: LocalDate) -> Int {
    let local = seconds + Int64(zone.offset(at: Instant(secondsSince1970: seconds)))
    return Int((local - Int64(date.dayNumber) * 86_400 + 30).quotient(60))
  }
}

extension Int64 {
  /// Division that rounds down, for a positive divisor.
  func quotient(_ divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}

extension TimeSpan {
  /// The largest and the smallest range of minutes that the span may cover; an empty range when there is none.
  func bounds(on date: LocalDate, in place: SunPlace) -> (possible: Range<Int>, certain: Range<Int>) {
    let from = start.minutes(on: date, in: place)
    guard let end else { return (from.earliest..<from.latest, from.latest..<from.latest) }
    var to = end.minutes(on: date, in: place)
    if wraps(from.earliest, to.latest) {
      to.earliest += 1440
      to.latest += 1440
    }
    let possible = from.earliest..<max(from.earliest, to.latest)
    return (possible, from.latest..<max(from.latest, to.earliest))
  }

  /// Whether the end is on the next day.
  private func wraps(_ from: Int, _ to: Int) -> Bool {
    if let first = start.event, let last = end?.event, first.isMorning != last.isMorning {
      return !first.isMorning && to <= 1440
    }
    return to <= from
  }
}
