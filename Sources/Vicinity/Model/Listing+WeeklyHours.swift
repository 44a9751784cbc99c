import Hours

extension Listing {
  /// The opening hours as weekly values; nil without opening hours, for a text that cannot be parsed, and for one that
  /// says more than a week of open and closed times: holidays, seasons, comments, open ends.
  ///
  /// To change them, assign the text of other values: `listing.openingHours = hours.description`.
  public var weeklyHours: WeeklyHours? {
    openingHours.flatMap { try? OpeningHours(parsing: $0) }.flatMap { WeeklyHours($0) }
  }
}
