import CivilTime

/// The hours from 18:00 to 06:00 in the local time of an event.
struct Evening: Hashable, Sendable {
  /// The date on which it begins.
  let date: LocalDate

  private static let begins = 18
  private static let ends = 6

  /// Covers everything that may overlap the evening; begins earlier by the assumed length of an event without an end,
  /// which a query treats as a single instant.
  var window: Query.Window {
    let earlier = Self.begins * 3600 - Int(OutingRequest.unknownLengthSeconds)
    return Query.Window(
      from: .local(LocalDateTime(date: date, secondOfDay: earlier)),
      to: .local(LocalDateTime(date: date + 1, secondOfDay: Self.ends * 3600)))
  }

  /// Whether an event that ends at this time takes place on the evening: it ends after 18:00 and by 06:00, inclusive.
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
