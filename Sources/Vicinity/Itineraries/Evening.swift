import CivilTime

/// The hours from 18:00 to 06:00 on the clock of an event.
struct Evening: Hashable, Sendable {
  /// The date of its beginning.
  let date: LocalDate

  private static let begins = 18
  private static let ends = 6

  /// What may overlap the evening: earlier by as long as an event lasts whose end is not known, which counts as a moment in a query.
  var window: Query.Window {
    let earlier = Self.begins * 3600 - Int(OutingRequest.unknownLength)
    return Query.Window(
      from: .local(LocalDateTime(date: date, secondOfDay: earlier)),
      to: .local(LocalDateTime(date: date + 1, secondOfDay: Self.ends * 3600)))
  }

  /// Whether an event that is over then has taken place on the evening, its end included: it is over after 18:00, and by 06:00.
  func admits(over: Instant, in zone: Zone) -> Bool {
    let from = zone.instant(of: LocalDateTime(date: date, secondOfDay: Self.begins * 3600))
    let to = zone.instant(of: LocalDateTime(date: date + 1, secondOfDay: Self.ends * 3600))
    return from < over && over <= to
  }
}

extension Nights {
  /// The evenings of the nights, in order.
  var evenings: [Evening] { (0..<count).map { Evening(date: from + $0) } }
}
