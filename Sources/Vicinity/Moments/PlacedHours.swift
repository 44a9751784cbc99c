import Hours

/// The opening hours of a listing at its place, or why they have no state.
package enum PlacedHours {
  /// In its zone, at its coordinate, with the holidays of its region.
  case known(Schedule)
  /// The listing has none.
  case missing
  /// Their text is not understood.
  case unreadable(String, OpeningHoursError)
  /// They change with the local time, and the zone is not known.
  case withoutZone

  package var schedule: Schedule? {
    guard case .known(let schedule) = self else { return nil }
    return schedule
  }

  /// Why there is no state; nil when there is one.
  package var problem: String? {
    switch self {
    case .known: nil
    case .missing: "the listing has no opening hours"
    case .unreadable(let text, let error): "\"\(text)\": \(error)"
    case .withoutZone: "the listing has no time zone"
    }
  }
}
